import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { cli as en } from '@shp/shared/text/en/cli';
import { cli as zh } from '@shp/shared/text/zh/cli';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { begun } from '../support/accounts.ts';
import { freePort } from '../support/freePort.ts';
import { COMMAND, startServer, type TestServer } from '../support/server.ts';
import { strictClient } from '../support/strictClient.ts';

let data: string;
let server: TestServer | null = null;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'shp-serve-'));
});
afterEach(async () => {
  await server?.stop();
  server = null;
  rmSync(data, { recursive: true, force: true });
});

const start = async (flags: string[] = [], env: Record<string, string> = {}) => {
  server = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026', ...env }, ['--no-captcha', ...flags], data);
  return server;
};

type Line = Record<string, unknown> & { msg: string };
const logOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

describe('the log', () => {
  test('has one line at the start and one at the stop, and none per call', async () => {
    const { url, stop, written } = await start();
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    server = null;
    expect(await stop()).toBe(0);
    const lines = logOf(written());
    expect(lines.map(({ msg }) => msg)).toEqual(['started', 'stopped']);
    for (const line of lines)
      expect(line).toMatchObject({ level: 30, version: expect.any(String), data, address: url });
  });

  test('has one line per call on request, without tokens', async () => {
    const { url, written } = await start(['--log-level', 'info']);
    const guest = strictClient(url, null, 'en');
    const password = hashPassword('admin-2026');
    const { token } = begun(await guest.call('POST session/login', { account: 'admin', password, key: '', code: '' }));
    await fetch(`${url}/api/file/download/a.pdf?token=secret-of-a-download`);
    await vi.waitFor(() =>
      expect(logOf(written()).filter(({ msg }) => msg === 'call')).toMatchObject([
        { method: 'POST', call: '/api/session/login', status: 200, user: null, address: '127.0.0.1' },
        { method: 'GET', call: '/api/file/download/:name', user: null },
      ]),
    );
    for (const secret of [token, password, 'secret-of-a-download']) expect(written()).not.toContain(secret);
  });

  test('--log-level error hides warnings', async () => {
    const { url, written } = await start(['--log-level', 'error']);
    expect((await fetch(`${url}/api/audit`)).status).toBe(401);
    expect(logOf(written()).map(({ msg }) => msg)).toEqual(['started']);
    expect(spawnSync(process.execPath, [COMMAND, 'serve', '--log-level', 'loud'], { encoding: 'utf8' }).status).toBe(2);
  });
});

describe('other users of the machine', () => {
  const filesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : path;
    });

  test.each([
    ['en', en],
    ['zh', zh],
  ])(
    'cannot read the data of a directory that they can enter, and the server warns about it (%s)',
    async (lang, texts) => {
      chmodSync(data, 0o755);
      const { written } = await start([], { SHP_LANG: lang });
      const files = filesIn(data);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
      expect(written()).toContain(texts.serve.openDirectory(data));
    },
  );

  test('lose permissions granted by an earlier version', async () => {
    const { stop, written } = await start();
    server = null;
    await stop();
    expect(written()).not.toContain('chmod');
    chmodSync(join(data, 'shp.sqlite'), 0o644);
    mkdirSync(join(data, 'files'), { recursive: true });
    chmodSync(join(data, 'files'), 0o755);
    await start();
    expect(statSync(join(data, 'shp.sqlite')).mode & 0o777).toBe(0o640);
    expect(statSync(join(data, 'files')).mode & 0o777).toBe(0o750);
  });
});

describe('listening on a network without https', () => {
  test.each([
    ['en', en],
    ['zh', zh],
  ])('prints a warning (%s)', async (lang, texts) => {
    const { written } = await start(['--host', '0.0.0.0'], { SHP_LANG: lang });
    expect(written()).toContain(texts.serve.plainHttp('0.0.0.0'));
  });

  test.each([
    [['--host', '127.0.0.1']],
    [['--host', 'localhost']],
    [['--host', '0.0.0.0', '--trust-proxy', '10.0.0.0/8']],
    [['--host', '0.0.0.0', '--public-url', 'https://shp.example']],
  ])('prints no warning if nothing is sent unencrypted: %j', async (flags) => {
    const { written } = await start(flags);
    expect(written()).not.toContain('--public-url');
  });

  test('is in no help example', () => {
    const { stdout } = spawnSync(process.execPath, [COMMAND, 'help', 'serve'], { encoding: 'utf8' });
    expect(stdout).not.toMatch(/shp serve .*0\.0\.0\.0/);
  });
});

test("the container's health check uses the server's port", async () => {
  const port = await freePort();
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, check = ''] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? [];
  const [command = '', ...args] = JSON.parse(check) as string[];
  const [, entry = ''] = /\nCMD (\[.*\])/.exec(dockerfile) ?? [];
  expect(dockerfile).toMatch(/SHP_PORT=8080/);
  const env = { ...process.env, SHP_PORT: String(port), SHP_ADMIN_PASSWORD: 'admin-2026', SHP_LANG: 'en' };
  const serving = [...(JSON.parse(entry) as string[]), '--host', '127.0.0.1', '--no-captcha', '--data', data];
  const child = spawn(process.execPath, [COMMAND, ...serving], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    expect(spawnSync(command, args, { env: { ...env, SHP_PORT: '1' } }).status).toBe(1);
    await once(child.stdout, 'data');
    expect(spawnSync(command, args, { env }).status).toBe(0);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  expect(spawnSync(process.execPath, [COMMAND, 'serve'], { env: { ...env, SHP_PORT: 'x' } }).status).toBe(2);
});
