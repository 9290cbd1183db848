import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csvRows, lines, newDesk } from '../support/desk.ts';
import { desk, onDemoOverLine, proxy, server } from './demo.ts';

const STATIONS = 60;
let token: string;

onDemoOverLine();
beforeAll(async () => {
  const admin = await newDesk(server.url);
  await admin.login('admin');
  const made = await admin.shp([
    'token',
    'create',
    '--name',
    'job',
    '--scope',
    'read,export',
    '--expires',
    '90d',
    '--format',
    'json',
  ]);
  token = JSON.parse(made.out).token;
  await admin.clear();
});
beforeEach(() => {
  desk.env.SHP_TOKEN = token;
});

const at = (name: string) => join(desk.folder, name);
const left = () =>
  readdirSync(desk.folder)
    .filter((name) => name !== 'config')
    .sort();
const asked = () => proxy.seen.filter(({ url }) => url.startsWith('/api/user/export'));
const isExport = ({ url }: { url: string }) => url.startsWith('/api/user/export');

describe('a complete export', () => {
  test('appears under its name, prints its row count, and is verified by its manifest', async () => {
    const run = await desk.shp([
      'stations',
      'export',
      '--city',
      '450300',
      '-o',
      'stations.csv',
      '--manifest',
      '--headings',
      'keys',
    ]);
    expect(run).toEqual({ code: 0, out: '', err: '25 rows: stations.csv\n' });
    expect(left()).toEqual(['stations.csv', 'stations.csv.json', 'stations.csv.sha256']);
    const bytes = readFileSync(at('stations.csv'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(csvRows(bytes.toString())).toHaveLength(26);
    expect(execFileSync('sha256sum', ['--check', 'stations.csv.sha256'], { cwd: desk.folder, encoding: 'utf8' })).toBe(
      'stations.csv: OK\n',
    );
    const { serverTime, ...manifest } = JSON.parse(readFileSync(at('stations.csv.json'), 'utf8'));
    expect(manifest).toEqual({
      file: 'stations.csv',
      format: 'csv',
      filter: { kind: 'stations', city: '450300', headings: 'keys' },
      rows: 25,
      bytes: bytes.length,
      sha256,
    });
    expect(Math.abs(Date.parse(serverTime) - Date.now())).toBeLessThan(60_000);
  });

  test('has the format of its file ending, and the same bytes each time', async () => {
    for (const name of ['a.xlsx', 'b.xlsx', 'a.ndjson', 'a.csv', 'plain']) {
      expect((await desk.shp(['supervisors', 'export', '-o', name])).code).toBe(0);
    }
    const head = (name: string) => readFileSync(at(name)).subarray(0, 2).toString('latin1');
    expect(['a.xlsx', 'a.ndjson', 'a.csv', 'plain'].map(head)).toEqual(['PK', '{"', '\xef\xbb', 'PK']);
    expect(readFileSync(at('a.xlsx')).equals(readFileSync(at('b.xlsx')))).toBe(true);
  });

  test('into a pipe defaults to ndjson', async () => {
    expect(lines((await desk.shp(['stations', 'export'])).out)).toHaveLength(STATIONS);
    expect(lines((await desk.shp(['assessments', 'export'])).out).length).toBeGreaterThan(80);
    expect((await desk.shp(['stations', 'export', '--format', 'xlsx'])).out.slice(0, 2)).toBe('PK');
    expect(JSON.parse((await desk.shp(['standard', 'export'])).out)).toHaveProperty('sections');
  });

  test('can be written to standard output, for each list', async () => {
    expect(lines((await desk.shp(['stations', 'export', '--format', 'ndjson'])).out)).toHaveLength(STATIONS);
    expect(
      lines(
        (await desk.shp(['experts', 'export', '--format', 'ndjson', '-o', '-', '--specialty', 'electrical'])).out,
      )[0],
    ).toHaveProperty('account');
    const { out } = await desk.shp([
      'assessments',
      'export',
      '--format',
      'csv',
      '--status',
      'passed',
      '--headings',
      'keys',
    ]);
    const [head, ...rows] = csvRows(out);
    expect(head?.slice(0, 3)).toEqual(['number', 'station', 'account']);
    expect(new Set(rows.map((row) => row[head?.indexOf('status') ?? -1]))).toEqual(new Set(['passed']));
  });

  test('into a closed pipe ends silently with exit 0', async () => {
    const started = desk.start(['stations', 'export', '--format', 'ndjson', '--quiet']);
    started.child.stdout?.once('data', () => started.child.stdout?.destroy());
    const { code, err } = await started.done;
    expect([code, err]).toEqual([0, '']);
  });

  test('replaces the target of a link, and writes directly to a device', async () => {
    writeFileSync(at('real.csv'), 'old');
    symlinkSync('real.csv', at('link.csv'));
    expect((await desk.shp(['supervisors', 'export', '-o', 'link.csv'])).code).toBe(0);
    expect(readFileSync(at('real.csv'), 'utf8')).not.toBe('old');
    execFileSync('mkfifo', [at('pipe')]);
    const reader = spawn('cat', [at('pipe')]);
    let read = '';
    reader.stdout.on('data', (chunk: Buffer) => {
      read += chunk.toString();
    });
    const run = desk.shp(['supervisors', 'export', '-o', 'pipe', '--format', 'ndjson']);
    await once(reader, 'close');
    expect((await run).code).toBe(0);
    expect(lines(read).length).toBeGreaterThan(0);
  });
});

describe('an interrupted export', () => {
  test('resumes by range after a lost connection', async () => {
    proxy.rule = (seen, count) => (isExport(seen) && count < 3 ? { cutAfter: 1500 } : undefined);
    const run = await desk.shp(['stations', 'export', '-o', 'stations.csv']);
    expect(run.err).toMatch(new RegExp(`^(.+/s.*\n)*${STATIONS} rows: stations.csv\n$`));
    expect(asked().map(({ range }) => range)).toEqual([undefined, 'bytes=1500-', 'bytes=3000-', 'bytes=4500-']);
    expect(left()).toEqual(['stations.csv']);
    const whole = await desk.shp(['stations', 'export', '--format', 'csv'], { env: { SHP_SERVER: server.url } });
    expect(readFileSync(at('stations.csv'), 'utf8')).toBe(whole.out);
  });

  test('restarts if the file on the server is gone; on standard output it fails', async () => {
    proxy.rule = (seen, count) => (isExport(seen) ? (count === 0 ? { cutAfter: 1500 } : 'whole') : undefined);
    expect((await desk.shp(['stations', 'export', '-o', 'stations.ndjson'])).code).toBe(0);
    expect(lines(readFileSync(at('stations.ndjson'), 'utf8'))).toHaveLength(STATIONS);
    proxy.seen.length = 0;
    const run = await desk.shp(['stations', 'export', '--format', 'ndjson']);
    expect(run.code).toBe(1);
    expect(run.err).toContain('the export has changed since');
  });

  test('resumes on standard output without duplicate bytes', async () => {
    proxy.rule = (seen, count) => (isExport(seen) && count < 2 ? { cutAfter: 1500 } : undefined);
    const { out } = await desk.shp(['stations', 'export', '--format', 'ndjson']);
    expect(lines(out)).toHaveLength(STATIONS);
  });

  test('exits with 5 after repeated failures; the old file stays, nothing else is left', async () => {
    writeFileSync(at('stations.csv'), 'old');
    proxy.rule = (seen) => (isExport(seen) ? { cutAfter: 0 } : undefined);
    const run = await desk.shp(['stations', 'export', '-o', 'stations.csv', '--manifest']);
    expect(run.code).toBe(5);
    expect(readFileSync(at('stations.csv'), 'utf8')).toBe('old');
    expect(left()).toEqual(['stations.csv']);
  });

  test('with a wrong digest is refused', async () => {
    const { out } = await desk.shp(['supervisors', 'export', '--format', 'ndjson'], {
      env: { SHP_SERVER: server.url },
    });
    const body = out.replace('示例', '实例');
    const headers = {
      'Row-Count': String(lines(out).length - 1),
      'Repr-Digest': `sha-256=:${createHash('sha256').update(out).digest('base64')}:`,
    };
    proxy.rule = (seen) => (isExport(seen) ? { status: 200, headers, body } : undefined);
    const run = await desk.shp(['supervisors', 'export', '-o', 'x.ndjson']);
    expect([run.code, run.err]).toEqual([1, 'shp: supervisors export: the download does not match its digest\n']);
    proxy.rule = (seen) => (isExport(seen) ? { status: 200, headers, body: out } : undefined);
    expect((await desk.shp(['supervisors', 'export', '-o', 'x.ndjson'])).err).toContain('not match its digest');
    proxy.rule = (seen) => (isExport(seen) ? { status: 200, body } : undefined);
    expect((await desk.shp(['supervisors', 'export', '-o', 'x.ndjson'])).err).toContain('Repr-Digest');
    expect(left()).toEqual([]);
  });

  test('by Ctrl-C exits with 130 and leaves no partial file', async () => {
    proxy.rule = (seen) => (isExport(seen) ? 'hang' : undefined);
    const started = desk.start(['stations', 'export', '-o', 'stations.csv']);
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(left()).toEqual(['stations.csv.lock', 'stations.csv.part']);
    started.child.kill('SIGINT');
    expect(await started.done).toEqual({ code: 130, out: '', err: 'shp: stations export: interrupted\n' });
    expect(left()).toEqual([]);
  });

  test('--fail-if-empty fails and keeps the old file', async () => {
    writeFileSync(at('none.csv'), 'old');
    const none = ['stations', 'export', '--filter', 'no such station', '-o', 'none.csv'];
    expect(await desk.shp([...none, '--fail-if-empty'])).toEqual({
      code: 1,
      out: '',
      err: 'shp: stations export: there are no rows\n',
    });
    expect(readFileSync(at('none.csv'), 'utf8')).toBe('old');
    expect((await desk.shp(none)).code).toBe(0);
    expect(csvRows(readFileSync(at('none.csv'), 'utf8'))).toHaveLength(1);
  });

  test('a missing folder, or a folder in place of the file, is an error', async () => {
    expect(await desk.shp(['stations', 'export', '-o', 'nowhere/x.csv'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no such file'),
    });
    mkdirSync(at('folder'));
    const run = await desk.shp(['stations', 'export', '-o', 'folder']);
    expect([run.code, run.err]).toEqual([1, 'shp: stations export: a folder, not a file: folder\n']);
    expect(left()).toEqual(['folder']);
  });
});

describe('two exports to one file', () => {
  test('the second is refused, the first completes; a killed one leaves no lock', async () => {
    proxy.rule = (seen, count) => (isExport(seen) && count === 0 ? 'hang' : undefined);
    const first = desk.start(['stations', 'export', '-o', 'stations.csv']);
    while (asked().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await desk.shp(['stations', 'export', '-o', 'stations.csv']);
    expect(second.code).toBe(1);
    expect(second.err).toBe('shp: stations export: already running: another shp has locked stations.csv.lock\n');
    first.child.kill('SIGKILL');
    await once(first.child, 'close');
    expect(left()).toEqual(['stations.csv.lock', 'stations.csv.part']);
    expect((await desk.shp(['stations', 'export', '-o', 'stations.csv'])).code).toBe(0);
    expect(left()).toEqual(['stations.csv']);
    expect(existsSync(at('stations.csv.lock'))).toBe(false);
  });
});
