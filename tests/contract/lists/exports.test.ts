import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BinaryKey, Input } from '@shp/shared/api/index';
import standard from '@shp/shared/data/standard.json' with { type: 'json' };
import { formatOfName, isFault, readTable, type Table } from '@shp/shared/sheets/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, COUNTY, NEIGHBOUR, newAccount, stationProfile } from '../../support/people.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
let county: Person;
let supervisor: Person;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
  const { county_manager, supervisor: account } = server.demo;
  county = await server.login(county_manager.account, county_manager.password);
  supervisor = await server.login(account.account, account.password);
});
afterAll(() => server.stop());

type Export = { bytes: Uint8Array<ArrayBuffer>; headers: Headers; status: number };
async function fetchExport<K extends BinaryKey>(
  by: Person,
  key: K,
  input: Input<K>,
  headers: Record<string, string> = {},
): Promise<Export> {
  const response = await by.api.open(key, input, { headers });
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers, status: response.status };
}
async function tableOf({ bytes, headers }: Export): Promise<Table> {
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
  const table = await readTable(bytes, formatOfName(name) ?? 'csv');
  if (isFault(table)) throw new Error(JSON.stringify(table));
  return table;
}
const text = ({ bytes }: Export) => Buffer.from(bytes).toString('utf8');
const lines = (one: Export) =>
  text(one)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

const FORMATS = ['xlsx', 'csv', 'ndjson'] as const;
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

describe.each(FORMATS)('as %s', (format) => {
  test.each<[string, string, () => Promise<Export>, () => Promise<{ total: number }>]>([
    [
      'assessments',
      'assessments',
      () => fetchExport(server.admin, 'GET assessment/export', { format }),
      () => server.admin.api.call('GET assessment/query', {}),
    ],
    [
      'filtered assessments',
      'assessments',
      () => fetchExport(county, 'GET assessment/export', { format, status: ['submitted', 'reviewing'], level: [3] }),
      () => county.api.call('GET assessment/query', { status: ['submitted', 'reviewing'], level: [3] }),
    ],
    [
      'supervised assessments',
      'assessments',
      () => fetchExport(supervisor, 'GET supervise/assessments_export', { format }),
      () => supervisor.api.call('GET supervise/assessments', {}),
    ],
    [
      'stations',
      'stations',
      () => fetchExport(county, 'GET user/export', { kind: 'stations', format }),
      () => county.api.call('GET user/stations', {}),
    ],
    [
      'experts',
      'experts',
      () => fetchExport(server.admin, 'GET user/export', { kind: 'experts', specialty: 'safety', format }),
      () => server.admin.api.call('GET user/experts', { specialty: 'safety' }),
    ],
    [
      'units',
      'managers',
      () => fetchExport(server.admin, 'GET user/export', { kind: 'managers', format }),
      () => server.admin.api.call('GET user/managers', {}),
    ],
    [
      'nothing',
      'supervisors',
      () => fetchExport(server.admin, 'GET user/export', { kind: 'supervisors', keyword: 'none', format }),
      async () => ({ total: 0 }),
    ],
  ])('%s: headers let a client detect an incomplete file', async (_name, list, open, count) => {
    const file = await open();
    const { total } = await count();
    const { bytes, headers } = file;
    expect(Number(headers.get('content-length'))).toBe(bytes.length);
    expect(Number(headers.get('row-count'))).toBe(total);
    expect(headers.get('repr-digest')).toBe(`sha-256=:${sha256(bytes)}:`);
    expect(headers.get('content-type')).toBe(TYPES[format]);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${list}-\\d{8}\\.${format}"; filename\\*=UTF-8''${list}-\\d{8}\\.${format}$`),
    );
    expect(headers.get('accept-ranges')).toBe('bytes');
    // An empty ndjson export has zero bytes.
    const { rows } = bytes.length > 0 ? await tableOf(file) : { rows: [] };
    expect(rows).toHaveLength(total);
    expect((await open()).bytes).toEqual(bytes);
  });
});

test.each([true, false])('empty values sort last as in the list, descending: %s', async (desc) => {
  for (const sortby of ['submittedAt', 'expertScore', 'validUntil'] as const) {
    const { items } = await server.admin.api.call('GET assessment/query', { sortby, desc, size: 200 });
    const input = { sortby, desc, format: 'ndjson' } as const;
    const rows = lines(await fetchExport(server.admin, 'GET assessment/export', input));
    expect(rows.map((row) => row.number)).toEqual(items.map((row) => row.number));
    expect(items.at(-1)?.[sortby]).toBeNull();
  }
});

test('the file has the rows of the list in the same order', async () => {
  const filter = { sortby: 'station', desc: true } as const;
  const { items } = await server.admin.api.call('GET assessment/query', { ...filter, size: 200 });
  const rows = lines(await fetchExport(server.admin, 'GET assessment/export', { ...filter, format: 'ndjson' }));
  const accounts = new Map(
    (await server.admin.api.call('GET user/stations', { size: 200 })).items.map(({ id, account }) => [id, account]),
  );
  for (const [index, row] of rows.entries()) {
    const item = items[index];
    expect(row).toMatchObject({
      number: item?.number,
      station: item?.station.name,
      account: accounts.get(item?.station.id ?? ''),
      division: item?.station.divisionName,
      level: item?.level,
      status: item?.status,
      stationScore: item?.stationScore,
      expertScore: item?.expertScore,
      experts: item?.experts.map(({ name }) => name),
      validUntil: item?.validUntil,
    });
  }
  const passed = rows.find(({ status }) => status === 'passed');
  expect(passed.conclusion).not.toBeNull();
  for (const serial of [1, 2, 3, 4, 5, 6, 7, 8]) expect(passed[`chapterRate${serial}`]).toBeGreaterThan(0);
});

test('rates have columns for the chapters of all versions of the standard', async () => {
  const ratesOf = async (wanted?: string) => {
    const rows = lines(await fetchExport(server.admin, 'GET assessment/export', { format: 'ndjson' }));
    const row = rows.find(({ number, status }) => (wanted ? number === wanted : status === 'passed'));
    const rates = Object.entries(row).filter(([key]) => key.startsWith('chapterRate'));
    return { number: String(row.number), rates: Object.fromEntries(rates) };
  };
  const before = await ratesOf();
  const text = JSON.stringify({ ...standard, version: 'one-on' });
  const oneOn = text.replaceAll(/"serial":"(\d)/g, (_, serial) => `"serial":"${Number(serial) + 1}`);
  await server.admin.api.call('POST standard/import', JSON.parse(oneOn));
  expect((await ratesOf()).rates).toEqual({ ...before.rates, chapterRate9: null });
  await server.rawDatabase.sql('UPDATE assessments SET standard_version = ? WHERE number = ?', 'one-on', before.number);
  const moved = Object.entries(before.rates).map(([key, rate]) => [`chapterRate${Number(key.at(-1)) + 1}`, rate]);
  expect((await ratesOf(before.number)).rates).toEqual({ chapterRate1: null, ...Object.fromEntries(moved) });
});

describe('export headings', () => {
  const first = async (input: object, lang: string) => {
    const file = await fetchExport(server.admin, 'GET assessment/export', { ...input } as never, {
      'Accept-Language': lang,
    });
    const table = await tableOf(file);
    return (table.headings ?? Object.keys(table.rows[0]?.object ?? {})).slice(0, 3);
  };
  test.each([
    [{ format: 'csv' }, 'zh-CN', ['编号', '电站', '账号']],
    [{ format: 'csv' }, 'en', ['Number', 'Station', 'Account']],
    [{ format: 'xlsx' }, 'zh-CN', ['编号', '电站', '账号']],
    [{ format: 'xlsx', headings: 'en' }, 'zh-CN', ['Number', 'Station', 'Account']],
    [{ format: 'csv', headings: 'keys' }, 'zh-CN', ['number', 'station', 'account']],
    [{ format: 'ndjson' }, 'zh-CN', ['number', 'station', 'account']],
    [{ format: 'ndjson', headings: 'zh' }, 'en', ['编号', '电站', '账号']],
  ])('are %j for language %s', async (input, lang, expected) => {
    expect(await first(input, lang)).toEqual(expected);
  });
});

test('csv has a byte order mark, CRLF line ends and no cell that runs as a formula', async () => {
  const names = ['=1+1', '+86', '-5', '@SUM(A1)', '\tx', "'=quoted", '"quote", comma'];
  for (const name of names) {
    const profile = { ...stationProfile(name), name, river: '=HYPERLINK("x")' };
    const input = { account: newAccount('formula'), division: COUNTY, profile };
    await server.admin.api.call('POST user/add_station', input);
  }
  const input = { kind: 'stations', filter: 'formula', sortBy: 'account', headings: 'keys' } as const;
  const csv = await fetchExport(server.admin, 'GET user/export', { ...input, format: 'csv' });
  expect([...csv.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(text(csv).match(/\r\n/g)).toHaveLength(names.length + 1);
  expect(text(csv).replaceAll('\r\n', '')).not.toContain('\n');
  expect(text(csv)).not.toMatch(/(^|,|\n)"?[=+@\t]/);
  // Reading the file back restores the names; spreadsheets never run text cells of a workbook.
  for (const format of ['csv', 'xlsx', 'ndjson'] as const) {
    const file = await fetchExport(server.admin, 'GET user/export', { ...input, format });
    const { headings, rows } = await tableOf(file);
    const cells = rows.map((row) => ('object' in row ? row.object?.name : row.cells[headings?.indexOf('name') ?? 0]));
    expect(cells.sort()).toEqual([...names].sort());
  }
});

describe('ranges', () => {
  const open = (headers: Record<string, string>) =>
    fetchExport(server.admin, 'GET assessment/export', { format: 'csv' }, headers);

  test.each<[string, (size: number) => [number, number]]>([
    ['bytes=0-9', () => [0, 9]],
    ['bytes=10-', (size) => [10, size - 1]],
    ['bytes=-7', (size) => [size - 7, size - 1]],
    ['bytes=5-999999999', (size) => [5, size - 1]],
  ])('%s', async (range, part) => {
    const whole = await open({});
    const size = whole.bytes.length;
    const [from, to] = part(size);
    const { status, headers, bytes } = await open({ Range: range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${size}`);
    expect(Number(headers.get('content-length'))).toBe(to - from + 1);
    expect(headers.get('repr-digest')).toBe(whole.headers.get('repr-digest'));
    expect(bytes).toEqual(whole.bytes.slice(from, to + 1));
  });

  test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=x', 'bytes=9-3'])('%s is ignored', async (range) => {
    expect((await open({ Range: range })).status).toBe(200);
  });

  test('past the end are refused', async () => {
    const call = server.admin.api.open('GET assessment/export', {}, { headers: { Range: 'bytes=99999999-' } });
    expect(await refusal(call)).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
  });

  test('of a changed list come from the first snapshot', async () => {
    const begun = await open({ Range: 'bytes=0-99' });
    const etag = begun.headers.get('etag') ?? '';
    const { items } = await server.admin.api.call('GET assessment/query', { status: ['draft'], size: 1 });
    await server.admin.api.call('POST assessment/delete', { id: items[0]?.id ?? '' });
    const rest = await open({ Range: 'bytes=100-', 'If-Range': etag });
    expect(rest.status).toBe(206);
    const whole = Buffer.concat([begun.bytes, rest.bytes]);
    expect(`sha-256=:${sha256(whole)}:`).toBe(begun.headers.get('repr-digest'));
    const anew = await open({ Range: 'bytes=100-', 'If-Range': '"another"' });
    expect([anew.status, anew.headers.get('etag') === etag]).toEqual([200, false]);
    expect(Number(anew.headers.get('row-count'))).toBe(Number(begun.headers.get('row-count')) - 1);
  });

  test('belong to the caller and the scope of the first request', async () => {
    const mover = await addManager(server, 'county_manager', '450325');
    const ask = (by: Person, etag: string) =>
      fetchExport(by, 'GET user/export', { kind: 'stations', format: 'csv' }, { Range: 'bytes=0-', 'If-Range': etag });
    const made = await ask(mover, '"none"');
    expect(Number(made.headers.get('row-count'))).toBeGreaterThan(0);
    const etag = made.headers.get('etag') ?? '';
    expect((await ask(mover, etag)).status).toBe(206);
    // Another base64 spelling of the same digest: the server must not echo it.
    const respelt = await ask(mover, etag.replace(/=*"$/, '"'));
    expect([respelt.headers.get('etag'), respelt.headers.get('repr-digest')]).toEqual([
      etag,
      made.headers.get('repr-digest'),
    ]);
    await server.admin.api.call('POST user/update_manager', { id: mover.id, division: NEIGHBOUR });
    const moved = await server.login(mover.account, mover.password);
    expect((await ask(moved, etag)).status).toBe(200);
    expect((await ask(supervisor, etag).catch(() => ({ status: 403 }))).status).toBe(403);
  });
});

test('HEAD has the same headers without the body', async () => {
  const path = '/api/assessment/export?format=csv';
  const headers = { Token: server.admin.token, 'Accept-Language': 'en' };
  const get = await server.request('GET', path, { headers });
  const head = await server.request('HEAD', path, { headers });
  for (const name of ['content-length', 'row-count', 'repr-digest', 'content-disposition', 'etag'])
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  expect(await head.text()).toBe('');
});

test.each([
  ['GET user/export', { kind: 'experts', county: COUNTY }, 'county'],
  ['GET user/export', { kind: 'stations', specialty: 'safety' }, 'specialty'],
  ['GET user/export', { kind: 'managers', sortBy: 'load' }, 'sortBy'],
  ['GET user/export', { kind: 'people' }, 'kind'],
  ['GET user/export', { kind: 'stations', page: 1 }, 'page'],
  ['GET assessment/export', { format: 'pdf' }, 'format'],
  ['GET assessment/export', { headings: 'fr' }, 'headings'],
] as const)('%s refuses %j', async (key, input, field) => {
  const { status, fields } = await refusal(server.admin.api.open(key, input as never));
  expect([status, ...Object.keys(fields)]).toEqual([400, field]);
});

test('a file is one snapshot, unaffected by concurrent writes', async () => {
  const { items } = await server.admin.api.call('GET assessment/query', { size: 200 });
  const several = items.find(({ station }) => items.filter((row) => row.station.id === station.id).length > 1);
  const id = several?.station.id ?? '';
  let done = false;
  const renaming = (async () => {
    for (let turn = 0; !done; turn++) {
      const name = `第${turn}个名字（示例）`;
      await server.admin.api.call('POST user/update_station', { id, profile: { name } });
    }
  })();
  const { account } = await server.admin.api.call('GET user', { id });
  const seen = new Set<string>();
  for (let turn = 0; turn < 8; turn++) {
    const file = await fetchExport(server.admin, 'GET assessment/export', { format: 'ndjson' });
    const names = lines(file).flatMap((row) => (row.account === account ? [row.station] : []));
    expect(new Set(names).size).toBe(1);
    seen.add(names[0]);
  }
  done = true;
  await renaming;
  expect(seen.size).toBeGreaterThan(1);
});

test('the server answers other calls while it builds a large file', async () => {
  const { sql } = server.rawDatabase;
  const columns = Object.keys((await sql('SELECT * FROM users LIMIT 1'))[0] ?? {});
  const copies = columns.map((name) =>
    name === 'id' || name === 'account' || name === 'account_key' ? `${name} || '-' || n` : name,
  );
  await sql(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
    INSERT INTO users (${columns.join()}) SELECT ${copies.join()} FROM users, numbers WHERE role = 'station'`);
  const { total } = await server.admin.api.call('GET user/stations', {});
  expect(total).toBeGreaterThan(20_000);
  let made = false;
  const exporting = fetchExport(server.admin, 'GET user/export', { kind: 'stations', format: 'xlsx' }).finally(() => {
    made = true;
  });
  let answered = 0;
  while (!made) {
    await county.api.call('GET user', {});
    answered += 1;
  }
  expect(answered).toBeGreaterThan(5);
  const file = await exporting;
  expect(Number(file.headers.get('row-count'))).toBe(total);
  expect(`sha-256=:${sha256(file.bytes)}:`).toBe(file.headers.get('repr-digest'));
}, 240_000);

test('an aborted export leaves no temporary file', () => {
  expect(readdirSync(join(server.data, 'exports')).filter((name) => name.endsWith('.part'))).toEqual([]);
});
