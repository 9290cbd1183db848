import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@shp/shared/api/index';
import { expect, test } from 'vitest';
import { COMMAND } from '../support/server.ts';
import { desk, onDemoAsAdmin } from './demo.ts';

onDemoAsAdmin();

/** The build files that a command loads: a measure of its start-up time that does not depend on the machine's load. */
function loaded(args: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'shp-start-'));
  const run = spawnSync(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...desk.env, NODE_V8_COVERAGE: folder },
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  const [report = ''] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { result: { url: string }[] };
  rmSync(folder, { recursive: true });
  return result
    .map(({ url }) => url)
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url));
}

function help(args: string[], env: NodeJS.ProcessEnv): string {
  const run = spawnSync(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...desk.env, ...env },
    encoding: 'utf8',
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  return run.stdout;
}

const kilobytes = (files: string[]) => files.reduce((sum, file) => sum + readFileSync(file).length, 0) / 1024;

test.each([[['help']], [['--help']], [['stations', '--help']], [['help', 'assessments', 'list']]])(
  '%j prints a page of the build and loads no command',
  (args) => {
    const files = loaded(args);
    expect(files.length).toBeLessThanOrEqual(3);
    expect(kilobytes(files)).toBeLessThan(6);
  },
);

test('the pages of the build are those of the program', () => {
  const words = [
    [],
    ['flags'],
    ['environment'],
    ['formatting'],
    ['exit-codes'],
    ['stations'],
    ['stations', 'list'],
    ['settings', 'holidays', 'show'],
  ];
  for (const lang of ['en', 'zh'])
    for (const page of words) {
      const built = help(['help', ...page], { SHP_LANG: lang });
      // With a flag between its words a command line is help that is made anew.
      expect(help(['--lang', lang, ...page, '--help'], {}), page.join(' ')).toBe(built);
      expect(built).not.toContain('\u001b');
    }
});

test('the terminal UI reads who may make a call from a file of the build, which says the same as the call table', () => {
  const built = JSON.parse(readFileSync(join(COMMAND, '../admissions.json'), 'utf8'));
  const rows: [string, { who: unknown; duty?: unknown; token: unknown }][] = Object.entries(calls);
  const table = Object.fromEntries(rows.map(([key, { who, duty, token }]) => [key, { who, duty, token }]));
  expect(built).toEqual(JSON.parse(JSON.stringify(table)));
});

test('--version loads almost nothing', () => {
  expect(kilobytes(loaded(['--version']))).toBeLessThan(2);
});

test.each([
  [['stations', 'list']],
  [['stations', 'show', 'demo-station']],
  [['status']],
  [['assessments', 'list', '--format', 'table', '--quiet']],
])('%j loads no schemas, no workbook library, no server, and few files', (args) => {
  const files = loaded(args);
  expect(files.length).toBeLessThanOrEqual(24);
  const client = files.filter((file) => /undici-[^/]+\.js$/.test(file));
  expect(kilobytes(client)).toBeLessThan(290);
  // Tables need an additional package.
  expect(kilobytes(files) - kilobytes(client)).toBeLessThan(args.includes('table') ? 270 : 215);
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  expect(text).not.toMatch(/_zod|node:http2|from"fastify"|from"better-sqlite3"|xl\/workbook/);
});
