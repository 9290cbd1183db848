import type { Input } from '@shp/shared/api/index';
import { STATISTICS_LISTS, type Statistic, type StatisticsList } from '@shp/shared/domain/statistics/exports';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { outcome } from '../../support/strictClient.ts';

type Asked = Input<'GET statistics/export'>;
let server: Contract;
let people: Record<'admin' | 'ministry' | 'city' | 'county', Person>;

beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo']);
  const login = (role: 'ministry_manager' | 'city_manager' | 'county_manager') =>
    server.login(server.demo[role].account, server.demo[role].password);
  people = {
    admin: server.admin,
    ministry: await login('ministry_manager'),
    city: await login('city_manager'),
    county: await login('county_manager'),
  };
});
afterAll(() => server.stop());

async function exported(by: Person, asked: Asked, lang = 'en') {
  const response = await by.api.open('GET statistics/export', asked, { headers: { 'Accept-Language': lang } });
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
}
async function ndjson(by: Person, asked: Asked): Promise<Record<string, unknown>[]> {
  const { bytes, headers } = await exported(by, { ...asked, format: 'ndjson' });
  const lines = Buffer.from(bytes).toString('utf8').split('\n').filter(Boolean);
  expect(headers.get('row-count')).toBe(String(lines.length));
  return lines.map((line) => JSON.parse(line));
}
/** The sheets of a workbook, each with its rows. */
async function sheetsOf(by: Person, asked: Asked, lang?: string) {
  const { bytes, headers } = await exported(by, asked, lang);
  const { sheets } = await readXlsx(bytes);
  expect(headers.get('row-count')).toBe(String(sheets.reduce((sum, { rows }) => sum + rows.length - 1, 0)));
  return sheets.map(({ name, rows }) => ({ name, headings: rows[0], rows: rows.slice(1) }));
}

/** What a call answers, by list. */
async function lists(by: Person, what: Statistic, filter: object): Promise<Record<string, object[]>> {
  const answer = await by.api.call(`GET statistics/${what}`, filter as never);
  if (what === 'findings') {
    const { divisions, items } = answer as unknown as Record<string, object[]>;
    return { findingDivisions: divisions ?? [], findingItems: items ?? [] };
  }
  return Array.isArray(answer) ? { [what]: answer } : (answer as never);
}

const FILTERS: Record<Statistic, object> = {
  progress: { level: [2, 3], from: '2025-01', to: '2026-06-30' },
  ratings: { division: '450300' },
  scores: { level: [3], from: '2025-02-10' },
  findings: { division: '450300', from: '2025-02-10' },
  experts: { from: '2025-01' },
};

describe.each(Object.entries(STATISTICS_LISTS) as [Statistic, readonly StatisticsList[]][])('%s', (what, own) => {
  test.each(own)('%s as ndjson: the rows of the call, in its order, for each caller and filter', async (list) => {
    const { version } = (await server.admin.api.call('GET standard/versions', {}))[0] ?? {};
    const filters = [{}, { ...FILTERS[what], ...(what === 'scores' ? { version } : {}) }];
    for (const by of what === 'experts' ? [people.admin, people.city] : Object.values(people)) {
      for (const filter of filters) {
        // Keys are for programs: the standard's own wording, whatever the language.
        const answer = await lists({ ...by, api: server.as(by.token, 'zh') }, what, filter);
        const rows = await ndjson(by, { what, list, ...filter });
        const expected = (answer[list] ?? []).map((row) => flat(row as never));
        expect(rows).toEqual(expected);
      }
    }
  });

  test('xlsx has a sheet for each list, csv the first or the one named, headings in both languages', async () => {
    const sheets = await sheetsOf(people.admin, { what });
    const chinese = await sheetsOf(people.admin, { what }, 'zh-CN');
    expect(sheets).toHaveLength(own.length);
    for (const [index, { rows, headings }] of sheets.entries()) {
      expect(rows).toHaveLength(chinese[index]?.rows.length ?? -1);
      expect(headings?.join('')).toMatch(/^[\x20-\x7e]+$/);
      expect(chinese[index]?.headings?.join('')).toMatch(/\p{Script=Han}/u);
      expect(chinese[index]?.name).toMatch(/\p{Script=Han}/u);
    }
    for (const list of [undefined, ...own]) {
      const { bytes, headers } = await exported(people.admin, { what, format: 'csv', ...(list && { list }) });
      const [heading = '', ...lines] = Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .split('\r\n');
      const sheet = sheets[own.indexOf(list ?? (own[0] as never))];
      expect(heading.split(',')).toEqual(sheet?.headings);
      expect(headers.get('row-count')).toBe(String(sheet?.rows.length));
      expect(lines.length).toBeGreaterThan(1);
      expect(headers.get('content-disposition')).toContain(`statistics-${list ?? own[0]}-`);
    }
  });
});

/** A row of a call as a row of its sheet. */
function flat(row: Record<string, unknown> & { rated?: never[]; expiring?: never[] }): Record<string, unknown> {
  const { rated, expiring, ...rest } = row;
  const figures: Record<string, unknown> = { ...rest };
  for (const { level, stations, capacity } of (rated ?? []) as Record<string, number>[]) {
    figures[`level${level}`] = stations;
    figures[`level${level}Capacity`] = capacity;
  }
  for (const { days, stations } of (expiring ?? []) as Record<string, number>[]) figures[`expiring${days}`] = stations;
  return figures;
}

test('the report is one workbook of all lists, without the experts where the caller may not read them', async () => {
  const names = async (by: Person, lang: string) =>
    (await sheetsOf(by, { what: 'report' }, lang)).map(({ name }) => name);
  const all = ['Stages', 'Months', 'Ratings', 'Chapters', 'Items', 'Distribution'];
  all.push('Findings by division', 'Findings by item', 'Experts');
  expect(await names(people.admin, 'en')).toEqual(all);
  expect(await names(people.city, 'en')).toEqual(all);
  expect(await names(people.ministry, 'en')).toEqual(all.slice(0, -1));
  expect(await names(people.county, 'zh-CN')).toEqual([
    '各环节在办',
    '各月申报',
    '评级情况',
    '各章平均得分率',
    '失分最多的评分项',
    '得分分布',
    '各地问题整改',
    '各项问题整改',
  ]);
  const month = { from: '2026-05', to: '2026-05' };
  const [, months] = await sheetsOf(people.admin, { what: 'report', ...month }, 'en');
  expect(months?.rows.map(([name]) => name)).toEqual(['2026-05']);
});

test('what cannot be is refused, with the reason', async () => {
  const refused = async (asked: object, field: string, reason: string) =>
    expect(server.admin.api.open('GET statistics/export', asked as Asked)).rejects.toMatchObject({
      status: 400,
      fields: { [field]: expect.stringContaining(reason) },
    });
  await refused({ what: 'report', format: 'csv' }, 'format', 'Should be one of: xlsx');
  await refused({ what: 'report', list: 'months' }, 'list', 'Unknown');
  await refused({ what: 'progress', list: 'items' }, 'list', 'Should be one of: stages, months');
  await refused({ what: 'ratings', from: '2026-01' }, 'from', 'Unknown');
  await refused({ what: 'experts', level: [1] }, 'level', 'Unknown');
  await refused({ what: 'scores', from: '2026-05', to: '2026-04' }, 'from', 'Should not be after');
  await refused({ what: 'scores', version: 'none' }, 'version', '');
  for (const by of [people.county, people.ministry])
    expect(await outcome(by.api.open('GET statistics/export', { what: 'experts' }))).toBe('403 forbidden');
});

test('an export is in the audit with its filter and number of rows', async () => {
  await exported(people.county, { what: 'progress', list: 'months', from: '2026-01', to: '2026-03', format: 'csv' });
  const { items } = await server.admin.api.call('GET audit', { action: 'statistics/export', size: 1 });
  expect(items[0]).toMatchObject({
    by: { id: people.county.id },
    object: { kind: 'export', name: expect.stringContaining('statistics-months-') },
    changes: {
      rows: [null, 3],
      filter: [null, { what: 'progress', list: 'months', format: 'csv', from: '2026-01-01', to: '2026-03-31' }],
    },
  });
});
