import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../support/server.ts';
import { readScript } from './script.ts';
import { Stage } from './stage.ts';

const folder = new URL('workflows/', import.meta.url);
const scripts = readdirSync(folder)
  .sort()
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));

let server: TestServer;
let stage: Stage;
beforeAll(async () => {
  server = await startServer({}, ['--demo', '--no-captcha']);
  stage = new Stage(server);
});
afterAll(async () => {
  await stage.clear();
  await server.stop();
});

test.each(scripts.map(({ file, text }) => [file, readScript(text).title, text]))(
  '%s: %s',
  async (_file, _title, text) => {
    expect(await stage.play(text)).toBeNull();
  },
);

test('both languages have scripts, and every script runs commands', () => {
  const read = scripts.map(({ text }) => readScript(text));
  expect(new Set(read.map(({ lang }) => lang))).toEqual(new Set(['en', 'zh']));
  expect(read.filter(({ steps }) => steps.length === 0)).toEqual([]);
});

test('a script with a wrong expectation fails', async () => {
  expect(await stage.play('T\n\n$ shp --version\n9.9.9\n')).toContain('seen:\n0.1.0');
  expect(await stage.play('T\n\n$ shp --version\n0.1.0\n[exit 1]\n')).toContain('exit 0 in place of 1');
  expect(await stage.play('T\n\n$ shp nonsense\n...\n')).toContain('exit 2 in place of 0');
});
