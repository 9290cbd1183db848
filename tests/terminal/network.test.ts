import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { COMMAND, startServer } from '../support/server.ts';
import { pdfOf } from '../support/tus.ts';
import { desk, onDemoOverLine, proxy } from './demo.ts';
import { onTerminal } from './terminal.ts';

onDemoOverLine('admin');

const status = (args: string[] = []) => desk.shp(['status', ...args]);

describe('an unreachable server', () => {
  test('exits with 5, the cause and what to check', async () => {
    const run = await desk.shp(['status', '--token', 'x'], { env: { SHP_SERVER: 'http://127.0.0.1:9' } });
    expect(run.code).toBe(5);
    expect(run.err).toBe(
      'shp: status: network error: connect ECONNREFUSED 127.0.0.1:9\nCheck that the server is running and its URL is right: shp server list.\n',
    );
    const told = await desk.shp(['status', '--token', 'x', '--format', 'json'], {
      env: { SHP_SERVER: 'http://127.0.0.1:9' },
    });
    expect(JSON.parse(told.err)).toEqual({
      error: { code: 'network', message: 'network error: connect ECONNREFUSED 127.0.0.1:9' },
    });
  });

  test('also when it is silent for longer than --timeout', async () => {
    proxy.rule = () => 'hang';
    const run = await desk.shp(['login', '--account', 'a', '--password-stdin', '--timeout', '0.1'], { input: 'x\n' });
    expect(run.code).toBe(5);
    expect(run.err).toContain('network error: no answer within 0.1 s');
    const chinese = await desk.shp(
      ['login', '--account', 'a', '--password-stdin', '--timeout', '0.1', '--lang', 'zh'],
      { input: 'x\n' },
    );
    expect(chinese.err).toContain('网络错误：0.1 秒内没有应答');
  });
});

test('a URL of another service is reported at once', async () => {
  proxy.rule = () => ({ status: 200, body: '<!doctype html>' });
  const run = await status();
  expect([run.code, run.err]).toEqual([
    5,
    'shp: status: the URL is not an shp server\nCheck that the server is running and its URL is right: shp server list.\n',
  ]);
  expect(proxy.seen).toHaveLength(1);
});

describe('a temporary failure', () => {
  test.each([429, 502, 503, 504])('HTTP %d: a GET is retried and succeeds', async (code) => {
    proxy.rule = (_, count) => (count < 2 ? { status: code, headers: { 'Retry-After': '0' } } : undefined);
    expect((await status()).code).toBe(0);
    expect(proxy.seen).toHaveLength(3);
  });

  test('a lost connection: a GET is retried and succeeds', async () => {
    proxy.rule = (_, count) => (count === 0 ? { cutAfter: 10 } : undefined);
    expect((await status()).code).toBe(0);
  });

  test.each([502, 503, 504])('a permanent HTTP %d ends after five attempts with exit 5', async (code) => {
    proxy.rule = () => ({ status: code, headers: { 'Retry-After': '0' } });
    const [plain, json, chinese] = await Promise.all([
      status(),
      status(['--format', 'json']),
      status(['--lang', 'zh']),
    ]);
    expect(plain).toEqual({
      code: 5,
      out: '',
      err: 'shp: status: server busy, tried 5 times\nTry again in a few minutes.\n',
    });
    expect(JSON.parse(json.err)).toEqual({ error: { code: 'overloaded', message: 'server busy, tried 5 times' } });
    expect(chinese.err).toContain('服务器繁忙，已尝试 5 次');
    expect(proxy.seen).toHaveLength(15);
  });

  test('retries are shown on a terminal, and hidden with --quiet', async () => {
    proxy.rule = () => ({ status: 503, headers: { 'Retry-After': '0' } });
    const told = async (...flags: string[]) => {
      const terminal = onTerminal(desk, ['status', ...flags]);
      expect(await terminal.ended).toBe(5);
      return terminal.screen();
    };
    const text = await told();
    for (const line of ['retrying (2/5)', 'retrying (3/5)', 'retrying (5/5)']) expect(text).toContain(line);
    expect(text).toContain('server busy, tried 5 times');
    expect(await told('--quiet')).not.toContain('retrying');
  });

  test('an upload to a busy server ends after five attempts too', async () => {
    await desk.login('station0001');
    const { out } = await desk.shp(['assessments', 'list', '--status', 'returned']);
    writeFileSync(join(desk.folder, 'proof.pdf'), pdfOf(1000, 1));
    proxy.rule = ({ method }) => (method === 'PATCH' ? { status: 503, headers: { 'Retry-After': '0' } } : undefined);
    const args = ['files', 'upload', String(lines(out)[0]?.id), 'proof.pdf', '--category', 'other'];
    const run = await desk.shp(args);
    expect([run.code, run.err]).toEqual([5, expect.stringContaining('server busy, tried 5 times')]);
  });

  test.each<[number, string, string, string]>([
    [400, '', 'an error occurred', '发生错误'],
    [400, '<html>Bad Request</html>', 'an error occurred', '发生错误'],
    [409, '{"code":"conflict"}', 'an error occurred', '发生错误'],
    [422, '{"code":"invalid","message":""}', 'an error occurred', '发生错误'],
    [403, '', 'request denied', '请求被拒绝'],
    [403, '<html>Forbidden by the proxy</html>', 'request denied', '请求被拒绝'],
  ])("%d with %j is explained in the user's language", async (code, body, en, zh) => {
    proxy.rule = () => ({ status: code, body });
    const run = await status(['--lang', 'en']);
    expect(run.code).toBe(code === 403 ? 4 : 1);
    expect(run.err).toMatch(new RegExp(`^shp: status: ${en}\\n`));
    const chinese = await status(['--lang', 'zh']);
    expect(chinese.err).toContain(zh);
    expect(run.err + chinese.err).not.toContain('HTTP');
  });

  test('a refusal is not retried', async () => {
    proxy.rule = () => ({ status: 500 });
    expect((await status()).code).toBe(1);
    expect(proxy.seen).toHaveLength(1);
  });

  test('a Retry-After above 15 seconds is not waited for', async () => {
    proxy.rule = () => ({ status: 429, headers: { 'Retry-After': '3600' } });
    expect((await status()).code).toBe(1);
    expect(proxy.seen).toHaveLength(1);
  });

  test('a creation is retried with one key and made once; a non-idempotent call is not retried', async () => {
    // The first response is lost after the server has done the work.
    proxy.rule = ({ url }, count) => (url === '/api/user/add_supervisor' && count === 0 ? { cutAfter: 0 } : undefined);
    const made = await desk.shp([
      'supervisors',
      'add',
      '--account',
      'once',
      '--name',
      '示例',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ]);
    const [{ id, initialPassword }] = lines(made.out) as [{ id: string; initialPassword: string }];
    expect([made.code, typeof initialPassword]).toEqual([0, 'string']);
    expect(lines((await desk.shp(['supervisors', 'list', '--keyword', 'once'])).out)).toHaveLength(1);
    proxy.seen.length = 0;
    proxy.rule = ({ url }) => (url === '/api/user/delete' ? { status: 503 } : undefined);
    const busy = await desk.shp(['supervisors', 'delete', id, '--yes']);
    expect([busy.code, busy.err]).toEqual([5, expect.stringMatching(/: server busy\n/)]);
    expect(proxy.seen.filter(({ url }) => url === '/api/user/delete')).toHaveLength(1);
  });
});

describe('messages', () => {
  test('--verbose logs every request without secrets; --quiet prints nothing', async () => {
    const run = await desk.shp(['login', '--account', 'city450300', '--password-stdin', '--verbose'], {
      input: 'demo-2026\n',
    });
    expect(run.err).toMatch(
      /^> GET .*\/api\/basic\/validate_code(?:\?kind=work)?\n< 200 \d+ ms\n> POST .*\/api\/session\/login\n< 200 \d+ ms\nLogged in/,
    );
    const made = await desk.shp(['token', 'create', '--name', 'n', '--password-stdin', '--format', 'json'], {
      input: 'demo-2026\n',
    });
    const { token } = JSON.parse(made.out);
    const traced = await desk.shp(['status', '--token', token, '--verbose']);
    expect(traced.err).toContain('> GET');
    expect(run.err + traced.err).not.toMatch(new RegExp(`demo-2026|${token}|[0-9A-F]{64}`));
    const quiet = await desk.shp(['login', '--account', 'city450300', '--password-stdin', '--quiet'], {
      input: 'demo-2026\n',
    });
    expect(quiet).toEqual({ code: 0, out: '', err: '' });
  });

  test('--lang is sent to the server', async () => {
    expect((await desk.shp(['stations', 'show', 'nobody', '--lang', 'zh'])).err).toBe(
      'shp: stations show: 未找到：nobody\n',
    );
  });
});

test('Ctrl-C while waiting for a response exits with 130 at once', async () => {
  proxy.rule = () => 'hang';
  const started = desk.start(['status']);
  while (proxy.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  started.child.kill('SIGINT');
  expect(await started.done).toEqual({ code: 130, out: '', err: 'shp: status: interrupted\n' });
});

test("shp serve: a second server on the same data is refused with the first one's process; SIGTERM ends the first with 0", async () => {
  const first = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' });
  const refused = (pid: number | undefined) => {
    const args = [COMMAND, 'serve', '--port', '0', '--data', first.data, '--lang', 'en'];
    const second = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    expect([second.status, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toContain(`is in use by process ${pid}, which listens on ${first.url}`);
  };
  refused(first.process.pid);
  // A process id from another container, which no process here has.
  const elsewhere = 1 << 23;
  writeFileSync(join(first.data, 'server.lock'), JSON.stringify({ pid: elsewhere, address: first.url }));
  refused(elsewhere);
  const port = new URL(first.url).port;
  const taken = spawnSync(
    process.execPath,
    [COMMAND, 'serve', '--port', port, '--data', `${first.data}/other`, '--lang', 'en'],
    { encoding: 'utf8' },
  );
  expect(taken.status).toBe(1);
  expect(taken.stderr).toContain('is in use by another program');
  expect(await first.stop()).toBe(0);
});

test.runIf(existsSync('/proc/self'))('shp serve: a directory that cannot be created is an error', async () => {
  const run = await desk.shp(['serve', '--port', '0', '--data', '/proc/shp']);
  expect(run).toEqual({ code: 1, out: '', err: 'shp: serve: cannot create a folder: /proc/shp\n' });
});

test('shp serve: SIGTERM during the start ends it with 0', async () => {
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `postgres://shp@127.0.0.1:${(silent.address() as AddressInfo).port}/shp`;
  const starting = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--data', desk.folder], {
    env: { ...process.env, SHP_DATABASE_URL: url },
    stdio: 'ignore',
  });
  const ended = once(starting, 'exit');
  await once(silent, 'connection');
  starting.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  silent.close();
});
