import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { rawFileStore } from '../support/rawFileStore.ts';
import { COMMAND, startServer, type TestServer } from '../support/server.ts';
import { pdfOf, sha256, Tus } from '../support/tus.ts';

type Console = { url: string; process: ChildProcess; stop(): Promise<number | null> };

/** Starts `shp web` as a process on a free port. */
async function startConsole(server: string): Promise<Console> {
  const child = spawn(process.execPath, [COMMAND, 'web', '--server', server, '--port', '0', '--lang', 'en'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /Console at (\S+), for/.exec(line)?.[1] ?? '';
  return {
    url,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

describe('for a real server', () => {
  let server: TestServer;
  let console: Console;
  let desk: Desk;
  beforeAll(async () => {
    server = await startServer({}, ['--demo', '--no-captcha']);
    console = await startConsole(server.url);
  });
  afterAll(async () => {
    expect(await console.stop()).toBe(0);
    await server.stop();
  });
  beforeEach(async () => {
    desk = await newDesk(console.url);
  });
  afterEach(() => desk.clear());

  test('the console has the same security headers; every other URL belongs to the console', async () => {
    for (const path of ['/', '/stations', '/assessments/x/station']) {
      const page = await fetch(console.url + path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toBe(
        (await fetch(server.url)).headers.get('content-security-policy'),
      );
      expect(await page.text()).toBe(await (await fetch(server.url)).text());
    }
  });

  test('calls, errors and the panorama list come from the server', async () => {
    for (const path of ['/api/health', '/api/openapi.json', '/api/nothing', '/api/user', '/pano.json']) {
      const [here, there] = await Promise.all([fetch(console.url + path), fetch(server.url + path)]);
      expect([here.status, await here.text()]).toEqual([there.status, await there.text()]);
    }
    await desk.login('station0001');
    expect((await desk.shp(['whoami', '--format', 'json'])).out).toContain('station0001');
    expect(await desk.shp(['login', '--account', 'admin', '--password-stdin'], { input: 'wrong\n' })).toMatchObject({
      code: 1,
    });
  });

  test('exports arrive whole with their digests and ranges', async () => {
    await desk.login('admin');
    expect((await desk.shp(['stations', 'export', '-o', 'x.xlsx', '--manifest'])).code).toBe(0);
    const { out } = await desk.shp(['stations', 'export', '--format', 'csv']);
    const { out: direct } = await desk.shp(['stations', 'export', '--format', 'csv', '--token', await tokenOf()], {
      env: { SHP_SERVER: server.url },
    });
    expect(out).toBe(direct);
    const response = await fetch(`${console.url}/api/user/export?kind=stations&format=csv&headings=zh`, {
      headers: { Token: await tokenOf() },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('repr-digest')).toBe(
      `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    );
  });

  test('an upload of several megabytes arrives unchanged and can be resumed', async () => {
    const tus = new Tus(console, await tokenOf());
    const bytes = pdfOf(6 * 2 ** 20, 7);
    const place = await tus.begin({ target: 'document', filename: 'large.pdf', roles: '' }, bytes.length);
    expect(place.startsWith('/api/upload/')).toBe(true);
    expect((await tus.patch(place, 0, bytes.slice(0, 2 ** 20))).status).toBe(204);
    const held = await tus.hold(place, 2 ** 20, bytes.length - 2 ** 20, bytes.slice(2 ** 20, 3 * 2 ** 20));
    const { partSize } = rawFileStore(server.data);
    await expect.poll(() => partSize(basename(place))).toBe(3 * 2 ** 20);
    await held.cut();
    const offset = Number((await tus.head(place)).headers.get('Upload-Offset'));
    expect(offset).toBe(3 * 2 ** 20);
    const last = await tus.patch(place, offset, bytes.slice(offset));
    expect(last.status).toBe(204);
    const list = await fetch(`${server.url}/api/document/list?page=1&size=20`, { headers: { Token: await tokenOf() } });
    const { items } = (await list.json()) as { items: { id: string; sha256: string }[] };
    expect(items.find(({ id }) => id === last.headers.get('File-Id'))?.sha256).toBe(sha256(bytes));
  });

  let token: string | undefined;
  async function tokenOf(): Promise<string> {
    if (token) return token;
    const someone = await newDesk(server.url);
    await someone.login('admin', DEMO_PASSWORD);
    const made = await someone.shp([
      'token',
      'create',
      '--name',
      'test',
      '--scope',
      'read,export,write',
      '--format',
      'json',
    ]);
    await someone.clear();
    token = String(JSON.parse(made.out).token);
    return token;
  }
});

describe('for a remote server', () => {
  let upstream: Server;
  let asked: { url: string | undefined; host: string | undefined; cookie: string | undefined; via: unknown };
  let console: Console;
  beforeAll(async () => {
    upstream = createServer(({ url, headers }, answer) => {
      asked = { url, host: headers.host, cookie: headers.cookie, via: headers['x-forwarded-for'] };
      const { port } = upstream.address() as AddressInfo;
      answer
        .writeHead(302, {
          Location: `http://127.0.0.1:${port}/base/api/next`,
          'Set-Cookie': ['a=1; Domain=shp.example; Path=/; Secure; HttpOnly', 'b=2; Path=/'],
        })
        .end();
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    console = await startConsole(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/base/`);
  });
  afterAll(async () => {
    await console.stop();
    upstream.close();
  });

  test("below a path: cookies and URLs are rewritten to the console's", async () => {
    const response = await fetch(`${console.url}/api/x?y=%2F`, { redirect: 'manual', headers: { Cookie: 'a=1' } });
    expect(asked).toEqual({
      url: '/base/api/x?y=%2F',
      host: `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      cookie: 'a=1',
      via: '127.0.0.1',
    });
    expect(response.headers.get('location')).toBe('/api/next');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/; HttpOnly', 'b=2; Path=/']);
  });

  test('that is unreachable there is no response, and the console stays', async () => {
    const closed = await startConsole('http://127.0.0.1:1');
    await expect(fetch(`${closed.url}/api/health`)).rejects.toThrow();
    expect((await fetch(closed.url)).status).toBe(200);
    expect(await closed.stop()).toBe(0);
  });

  test('a port in use and an invalid port are errors', async () => {
    const desk = await newDesk();
    const { port } = upstream.address() as AddressInfo;
    for (const command of ['web', 'serve']) {
      const run = await desk.shp([command, '--port', String(port), ...(command === 'serve' ? ['--data', 'data'] : [])]);
      expect([run.code, run.err]).toEqual([
        1,
        `shp: ${command}: 127.0.0.1:${port} is in use by another program\nChoose another port with --port (0: a free one).\n`,
      ]);
      expect((await desk.shp([command, '--host', '203.0.113.1', '--port', '0'])).err).toContain(
        'this machine has no address',
      );
    }
    await desk.clear();
  });
});
