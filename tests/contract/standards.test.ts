import data from '@shp/shared/data/standard.json' with { type: 'json' };
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import type { Standard } from '@shp/shared/domain/standard/standard';
import { encodeSheet, STANDARD_COLUMNS, standardRows } from '@shp/shared/sheets/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../support/contract.ts';
import { addManager, addStation, COUNTY } from '../support/people.ts';
import { checkError, outcome, refusal } from '../support/strictClient.ts';

let server: Contract;
let manager: Person;
let station: Person;
beforeAll(async () => {
  server = await startContract();
  manager = await addManager(server, 'county_manager', COUNTY);
  station = await addStation(server, COUNTY);
});
afterAll(() => server.stop());

const DRAFT = data.version;
const versionOf = (version: string): Standard => ({ ...structuredClone(data as Standard), version });
const imported = (input: object) => server.admin.api.call('POST standard/import', { ...input });
const versions = () => server.admin.api.call('GET standard/versions', {});

async function sheetOf(standard: Standard): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = { format: 'xlsx', headings: 'zh', columns: STANDARD_COLUMNS, name: 'x' } as const;
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeSheet(sheet, [standardRows(standard)])) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

async function exported(version: string, format: 'xlsx' | 'json'): Promise<Response> {
  return manager.api.open('GET standard/export', { version, format });
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('standard versions', () => {
  test('start with the draft as the current one', async () => {
    expect(await versions()).toMatchObject([{ version: DRAFT, title: data.title, current: true, used: 0 }]);
    expect(await station.api.call('GET standard/versions', {})).toEqual(await versions());
  });

  test('can be imported and activated by the administrator only', async () => {
    expect(await outcome(manager.api.call('POST standard/import', { ...versionOf('not-mine') }))).toBe('403 forbidden');
    expect(await outcome(manager.api.call('POST standard/use', { version: DRAFT }))).toBe('403 forbidden');
    expect(await outcome(server.guest.call('GET standard/versions', {}))).toBe('401 unauthenticated');
    expect(await versions()).toHaveLength(1);
  });

  test('an unknown version can be neither activated nor exported', async () => {
    expect(await outcome(server.admin.api.call('POST standard/use', { version: 'none' }))).toBe('404 not_found');
    expect(await outcome(exported('none', 'json'))).toBe('404 not_found');
    expect((await versions()).filter(({ current }) => current)).toMatchObject([{ version: DRAFT }]);
  });
});

describe('import', () => {
  test('of JSON adds a version without activating it, and its export is equal', async () => {
    const standard = versionOf('json-1');
    expect(await imported(standard)).toMatchObject({ version: 'json-1', current: false, used: 0 });
    expect(await (await exported('json-1', 'json')).json()).toEqual(standard);
  });

  test('of an exported sheet adds the same standard', async () => {
    expect(await imported({ sheet: await sheetOf(versionOf('sheet-1')) })).toMatchObject({
      version: 'sheet-1',
      current: false,
    });
    const response = await exported('sheet-1', 'xlsx');
    expect(response.headers.get('content-type')).toBe(FILE_TYPES.xlsx.type);
    expect(response.headers.get('content-disposition')).toContain('standard-sheet-1.xlsx');
    expect(await imported({ sheet: await bytesOf(response) })).toMatchObject({ version: 'sheet-1' });
    expect(await (await exported('sheet-1', 'json')).json()).toEqual(versionOf('sheet-1'));
  });

  test('of an equal standard changes nothing; a different one with the same version is refused', async () => {
    const before = await imported(versionOf('twice'));
    expect(await imported({ sheet: await sheetOf(versionOf('twice')) })).toEqual(before);
    const { code, body } = await refusal(imported({ ...versionOf('twice'), title: 'another' }));
    expect(code).toBe('conflict');
    expect(body.current).toEqual(before);
    expect(body.message).toContain('twice');
    expect(await (await exported('twice', 'json')).json()).toEqual(versionOf('twice'));
  });

  test('reports every fault with its place and serial, and stores nothing', async () => {
    const broken = versionOf('broken');
    Object.assign(broken.sections[0]!.children[0]!.items[0]!, { content: ' ', score: 4.05 });
    Object.assign(broken.sections[1]!, { surprise: 1 });
    const { code, fields } = await refusal(imported(broken));
    expect(code).toBe('invalid');
    expect(fields).toEqual({
      'sections.0.children.0.items.0.content': '1.1.1: Required',
      'sections.0.children.0.items.0.score': '1.1.1: At most 1 decimal',
      'sections.1.surprise': '2: Unknown key',
    });
    expect((await versions()).map(({ version }) => version)).not.toContain('broken');
  });

  test('reports unknown keys of any name', async () => {
    const { fields } = await refusal(imported({ ...versionOf('keys'), '': 1, toString: 1, constructor: 1 }));
    expect(fields).toEqual({ body: 'Unknown key', toString: 'Unknown key', constructor: 'Unknown key' });
  });

  test('of a sheet reports every fault with its row', async () => {
    const broken = versionOf('broken');
    broken.sections[0]!.score = 131;
    Object.assign(broken.sections[0]!.children[0]!.items[1]!, { serial: '1.1.1' });
    const { code, fields } = await refusal(imported({ sheet: await sheetOf(broken) }));
    expect(code).toBe('invalid');
    expect(fields).toEqual({
      'rows.2.score': 'The rows below add up to 1001 points, not 1000',
      'rows.3.score': '1: The rows below add up to 130 points, not 131',
      'rows.6.serial': '1.1.1: This serial occurs twice',
    });
  });

  test.each([
    ['text', 'hello', 'This is not an xlsx file'],
    ['nothing', '', 'The file is empty: it needs a heading row'],
  ])('of %s with the type of a sheet is refused', async (_, text, why) => {
    const { code, fields } = await refusal(imported({ sheet: new TextEncoder().encode(text) }));
    expect([code, fields]).toEqual(['invalid', { sheet: why }]);
  });

  test('accepts no other type, at most 10 MB, and only from administrators', async () => {
    await server.confirm(server.admin);
    const send = (type: string, token: string | null, body: BodyInit = 'x') =>
      server.request('POST', '/api/standard/import', {
        headers: { 'Content-Type': type, ...(token === null ? {} : { Token: token }) },
        body,
      });
    const codeOf = async (response: Response) => (await checkError(response, 'import')).code;
    expect(await codeOf(await send('text/csv', server.admin.token))).toBe('unsupported_type');
    const large = new Uint8Array(10 * 2 ** 20 + 1);
    // Several times: the error must arrive even though the server closes the connection during the upload.
    for (let time = 0; time < 20; time++)
      expect(await codeOf(await send(FILE_TYPES.xlsx.type, server.admin.token, large))).toBe('too_large');
    expect(await codeOf(await send(FILE_TYPES.xlsx.type, null, large))).toBe('unauthenticated');
    expect(await codeOf(await send(FILE_TYPES.xlsx.type, manager.token))).toBe('forbidden');
    const elsewhere = await server.request('POST', '/api/standard/use', {
      headers: { 'Content-Type': FILE_TYPES.xlsx.type, Token: server.admin.token },
      body: 'x',
    });
    expect(await codeOf(elsewhere)).toBe('unsupported_type');
  });
});

describe('current version', () => {
  test('there is one; exports default to it and new assessments keep it', async () => {
    const [before] = (await versions()).filter(({ current }) => current);
    await imported(versionOf('next'));
    expect(await server.admin.api.call('POST standard/use', { version: 'next' })).toMatchObject({ current: true });
    expect((await versions()).filter(({ current }) => current)).toMatchObject([{ version: 'next' }]);
    expect(await (await manager.api.open('GET standard/export', { format: 'json' })).json()).toEqual(versionOf('next'));

    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    await server.admin.api.call('POST standard/use', { version: before!.version });
    expect(await station.api.call('GET assessment', { id })).toMatchObject({ standardVersion: 'next' });
    expect(await station.api.call('GET assessment/standard', { asm_id: id })).toMatchObject({ version: 'next' });
    expect(await versions()).toContainEqual(expect.objectContaining({ version: 'next', current: false, used: 1 }));
  });

  test('there is one after two concurrent activations', async () => {
    await Promise.all([imported(versionOf('a')), imported(versionOf('b'))]);
    await Promise.all(['a', 'b', 'a', 'b'].map((version) => server.admin.api.call('POST standard/use', { version })));
    expect((await versions()).filter(({ current }) => current)).toHaveLength(1);
  });
});

test('an export has length and digest headers, and its ranges join to the whole', async () => {
  const whole = await exported(DRAFT, 'xlsx');
  const bytes = await bytesOf(whole);
  expect(Number(whole.headers.get('content-length'))).toBe(bytes.length);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${Buffer.from(digest).toString('base64')}:`);
  const part = (range: string) =>
    server.request('GET', `/api/standard/export?version=${DRAFT}`, {
      headers: {
        Token: manager.token,
        'Accept-Language': 'en',
        Range: range,
        'If-Range': whole.headers.get('etag') ?? '',
      },
    });
  const [first, rest] = [await part('bytes=0-99'), await part('bytes=100-')];
  expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-99/${bytes.length}`]);
  expect(Buffer.concat([await bytesOf(first), await bytesOf(rest)])).toEqual(Buffer.from(bytes));
});

test('imports, activations and exports are audited', async () => {
  await imported(versionOf('audited'));
  await server.admin.api.call('POST standard/use', { version: 'audited' });
  await exported('audited', 'json');
  const { items } = await server.admin.api.call('GET audit', { size: 3 });
  expect(items.map(({ action, object }) => [action, object.kind, object.id])).toEqual([
    ['standard/export', 'standard', 'audited'],
    ['standard/use', 'standard', 'audited'],
    ['standard/import', 'standard', 'audited'],
  ]);
});
