import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, lines, newDesk } from '../support/desk.ts';
import { desk, onDemoOverLine, proxy, server } from './demo.ts';

let admin: Desk;

onDemoOverLine();
beforeAll(async () => {
  admin = await newDesk(server.url);
  await admin.login('admin');
});
afterAll(() => admin.clear());
beforeEach(() => {
  desk.env.SHP_CONFIG_DIR = String(admin.env.SHP_CONFIG_DIR);
  const config = JSON.parse(readFileSync(join(admin.folder, 'config', 'config.json'), 'utf8'));
  desk.env.SHP_TOKEN = config.sessions[server.url].token;
});

const at = (name: string) => join(desk.folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const exported = (...flags: string[]) => desk.shp(['assessments', 'export', ...flags]);
type Line = {
  change: string;
  number?: string;
  account?: string;
  row?: Record<string, unknown>;
  fields?: Record<string, unknown>;
};

describe('--diff', () => {
  test.each(['ndjson', 'csv', 'xlsx'])(
    'of two exports as %s: added, changed by field, removed, with counts',
    async (format) => {
      expect((await exported('-o', `old.${format}`, '--headings', 'keys')).code).toBe(0);
      const [moved] = lines((await desk.shp(['assessments', 'list', '--status', 'submitted', '--size', '1'])).out);
      const step = await desk.shp(['assessments', 'advance', String(moved?.id), 'first_passed', '-m', 'Complete']);
      expect(step.code).toBe(0);
      expect((await exported('-o', `new.${format}`, '--headings', 'keys', '--diff', `old.${format}`)).err).toMatch(
        new RegExp(`^0 added, 1 changed, 0 removed: .*new.${format}.diff.ndjson\n90 rows: new.${format}\n$`),
      );
      expect(lines(read(`new.${format}.diff.ndjson`))).toEqual([
        {
          change: 'changed',
          number: moved?.number,
          fields: { status: { before: 'submitted', after: 'first_passed' } },
        },
      ]);
      await exported('-o', `some.${format}`, '--headings', 'keys', '--status', 'passed', '--diff', `new.${format}`);
      const fewer = lines<Line>(read(`some.${format}.diff.ndjson`));
      expect(new Set(fewer.map(({ change }) => change))).toEqual(new Set(['removed']));
      expect(fewer[0]?.row).toMatchObject({ number: fewer[0]?.number });
      await exported('-o', `some.${format}`, '--headings', 'keys', '--diff', `some.${format}`);
      const more = lines<Line>(read(`some.${format}.diff.ndjson`));
      expect(more.map(({ number }) => number)).toEqual(fewer.map(({ number }) => number));
      expect(new Set(more.map(({ change }) => change))).toEqual(new Set(['added']));
    },
  );

  test('of users compares by account; it is empty for equal data in another language', async () => {
    await desk.shp(['experts', 'export', '-o', 'old.csv']);
    const [expert] = lines((await desk.shp(['experts', 'list', '--size', '1'])).out);
    await desk.shp(['experts', 'update', String(expert?.id), '--name', 'Example Expert']);
    expect((await desk.shp(['experts', 'export', '-o', 'new.csv', '--diff', 'old.csv'])).code).toBe(0);
    const [line, ...others] = lines<Line>(read('new.csv.diff.ndjson'));
    expect(line).toMatchObject({
      change: 'changed',
      account: expert?.account,
      fields: { name: { after: 'Example Expert' } },
    });
    expect(others).toEqual([]);
    await desk.shp(['experts', 'export', '-o', 'new.csv', '--diff', 'new.csv']);
    expect(read('new.csv.diff.ndjson')).toBe('');
  });

  test('of an older export with fewer chapters includes the new rates', async () => {
    await exported('-o', 'old.csv', '--status', 'passed');
    writeFileSync(at('old.csv'), read('old.csv').replaceAll(/,[^,\r\n]*\r\n/g, '\r\n'));
    expect((await exported('-o', 'new.csv', '--status', 'passed', '--diff', 'old.csv')).code).toBe(0);
    const told = lines<Line>(read('new.csv.diff.ndjson')).map(({ fields }) => Object.keys(fields ?? {}));
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.flat())).toEqual(new Set(['chapterRate8']));
  });

  test('of another format is refused, and the old file stays', async () => {
    await exported('-o', 'old.csv', '--headings', 'zh');
    writeFileSync(at('new.csv'), 'mine');
    for (const [flags, name] of [
      [['--headings', 'en'], 'new.csv'],
      [[], 'new.ndjson'],
    ] as const) {
      const run = await exported('-o', name, ...flags, '--diff', 'old.csv');
      expect([run.code, run.err]).toEqual([
        1,
        'shp: assessments export: old.csv has another format or other headings; export both the same way\n',
      ]);
    }
    expect(read('new.csv')).toBe('mine');
    expect((await exported('-o', 'new.csv', '--diff', 'nothing.csv')).err).toContain('no such file');
    expect(readdirSync(desk.folder).sort()).toEqual(['new.csv', 'old.csv']);
    expect((await exported('--diff', 'old.csv', '--format', 'csv')).err).toContain('--diff needs a file: -o FILE');
  });
});

describe('--shrink-alarm', () => {
  test.each([
    ['with its manifest', ['--manifest'], 'list.xlsx'],
    ['without one', [], 'list.ndjson'],
    ['without one', [], 'list.xlsx'],
  ])('fails before writing if the row count fell by more, and keeps the old file, %s', async (_name, flags, name) => {
    await exported('-o', name, ...flags);
    const before = readFileSync(at(name));
    const fewer = ['-o', name, '--status', 'passed', '--status', 'failed'];
    const rows = lines(
      (await desk.shp(['assessments', 'list', '--all', '--status', 'passed', '--status', 'failed'])).out,
    ).length;
    const run = await exported(...fewer, '--shrink-alarm', '5%');
    expect([run.code, run.err]).toEqual([
      1,
      `shp: assessments export: the row count fell from 90 to ${rows}; the file was not changed\n`,
    ]);
    expect(readFileSync(at(name)).equals(before)).toBe(true);
    const just = (100 * (90 - rows)) / 90;
    expect((await exported(...fewer, '--shrink-alarm', `${Math.floor(just)}%`)).code).toBe(1);
    expect((await exported(...fewer, '--shrink-alarm', `${Math.ceil(just)}`)).code).toBe(0);
    expect((await exported('-o', name, '--shrink-alarm', '0%')).code).toBe(0);
  });

  test('counts the file if its manifest is older, and accepts a percentage', async () => {
    await exported('-o', 'list.csv', '--manifest');
    await exported('-o', 'list.csv', '--status', 'passed');
    expect((await exported('-o', 'list.csv', '--status', 'passed', '--shrink-alarm', '1')).code).toBe(0);
    for (const share of ['half', '101%', '-1']) {
      expect(await exported('-o', 'list.csv', '--shrink-alarm', share)).toMatchObject({ code: 2 });
    }
    expect((await exported('--format', 'csv', '--shrink-alarm', '5%')).err).toContain('needs a file');
  });
});

describe('--since', () => {
  test("exports the changes since the manifest's time and writes the next manifest", async () => {
    await exported('-o', 'all.ndjson', '--manifest');
    const { serverTime } = JSON.parse(read('all.ndjson.json'));
    // The server's `Date` header has whole seconds.
    await expect.poll(() => Date.now(), { timeout: 5000 }).toBeGreaterThan(Date.parse(serverTime) + 2000);
    await exported('-o', 'all.ndjson', '--manifest');
    const [moved] = lines((await desk.shp(['assessments', 'list', '--status', 'submitted', '--size', '1'])).out);
    await desk.shp(['assessments', 'advance', String(moved?.id), 'first_passed', '-m', 'Complete']);
    expect((await exported('-o', 'changes.ndjson', '--since', 'all.ndjson.json', '--manifest')).code).toBe(0);
    expect(lines(read('changes.ndjson')).map(({ number }) => number)).toEqual([moved?.number]);
    expect(JSON.parse(read('changes.ndjson.json')).filter).toEqual({
      updatedSince: JSON.parse(read('all.ndjson.json')).serverTime,
    });
  });

  test('needs a manifest, and cannot be combined with whole-list comparisons', async () => {
    writeFileSync(at('x.json'), '{}');
    expect(await exported('--format', 'csv', '--since', 'x.json')).toMatchObject({
      code: 1,
      err: 'shp: assessments export: not an export manifest: x.json\n',
    });
    expect(await exported('-o', 'a.csv', '--since', 'x.json', '--shrink-alarm', '5%')).toMatchObject({ code: 2 });
    expect(await exported('-o', 'a.csv', '--since', 'x.json', '--diff', 'b.csv')).toMatchObject({ code: 2 });
    expect(existsSync(at('a.csv'))).toBe(false);
  });
});

test('a busy server is retried with back-off; if it stays busy the old file stays', async () => {
  proxy.rule = ({ url }, count) =>
    url.includes('export') && count < 2 ? { status: 503, headers: { 'Retry-After': '0' } } : undefined;
  expect((await exported('-o', 'list.csv')).code).toBe(0);
  const old = read('list.csv');
  proxy.rule = ({ url }) => (url.includes('export') ? { status: 503 } : undefined);
  expect((await exported('-o', 'list.csv')).code).toBe(5);
  expect(read('list.csv')).toBe(old);
  expect(readdirSync(desk.folder)).toEqual(['list.csv']);
});
