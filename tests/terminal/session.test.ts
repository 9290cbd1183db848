import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines, newDesk } from '../support/desk.ts';
import { startServer } from '../support/server.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';

onDemoWithDesks();

const configFile = () => join(desk.env.SHP_CONFIG_DIR ?? '', 'config.json');
const config = () => JSON.parse(readFileSync(configFile(), 'utf8'));
const ids = async (args: string[]) => lines<{ id: string }>((await desk.shp(args)).out).map(({ id }) => id);

describe('login', () => {
  test('stores the session for the server, readable by its owner only; whoami shows it; logout ends it', async () => {
    const run = await desk.shp(['login', '--account', 'city450300', '--password-stdin'], { input: 'demo-2026\n' });
    expect(run).toEqual({ code: 0, out: '', err: `Logged in to ${server.url} as city450300 (city-level unit)\n` });
    expect(statSync(configFile()).mode & 0o777).toBe(0o600);
    expect(readdirSync(desk.env.SHP_CONFIG_DIR ?? '')).toEqual(['config.json']);
    const { token } = config().sessions[server.url];
    const me = await desk.shp(['whoami', '--fields', 'account,role', '--format', 'json']);
    expect(JSON.parse(me.out)).toEqual({ account: 'city450300', role: 'city_manager' });
    expect((await desk.shp(['logout'])).code).toBe(0);
    expect(config().sessions).toEqual({});
    const after = await desk.shp(['whoami', '--token', token]);
    expect([after.code, after.err]).toEqual([
      3,
      'shp: whoami: the access token from --token is not valid: unknown, expired or revoked\n' +
        'Check --token, or leave it out and log in: shp login\n',
    ]);
  });

  test('a wrong password exits with 1 and stores nothing', async () => {
    const run = await desk.shp(['login', '--account', 'admin', '--password-stdin'], { input: 'wrong-one\n' });
    expect(run).toEqual({ code: 1, out: '', err: 'shp: login: Wrong account or password\n' });
    expect((await desk.shp(['status'])).code).toBe(3);
  });

  test('without a terminal no picture is drawn: the computer solves a task instead', async () => {
    const strict = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' }, []);
    const run = await desk.shp(['login', '--server', strict.url, '--account', 'admin', '--password-stdin'], {
      input: 'admin-2026\n',
    });
    await strict.stop();
    expect(run).toMatchObject({ code: 0, out: '' });
    expect(run.err).toContain(`Logged in to ${strict.url} as admin`);
  });

  test('an initial password is changed at once, or the login is dropped', async () => {
    await desk.login('admin');
    const made = await desk.shp([
      'supervisors',
      'add',
      '--account',
      'group7',
      '--name',
      '示例集团',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
      '--format',
      'json',
    ]);
    const { initialPassword } = JSON.parse(made.out);
    const login = ['login', '--account', 'group7', '--password-stdin'];
    const other = await newDesk(server.url);
    const refused = await other.shp(login, { input: `${initialPassword}\n` });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('--new-password-stdin');
    expect((await other.shp(['whoami'])).code).toBe(3);
    const same = await other.shp([...login, '--new-password-stdin'], {
      input: `${initialPassword}\n${initialPassword}\n`,
    });
    expect([same.code, same.err]).toEqual([1, 'shp: login: new password cannot be the same as old\n']);
    const kept = await other.shp([...login, '--new-password-stdin'], { input: `${initialPassword}\nchosen-2026\n` });
    expect(kept.code).toBe(0);
    expect((await other.shp(['status'])).code).toBe(0);
    expect((await other.shp(login, { input: `${initialPassword}\n` })).code).toBe(1);
    expect((await other.shp(login, { input: 'chosen-2026\n' })).code).toBe(0);
    await other.clear();
  });
});

describe('credentials', () => {
  test('a flag overrides the environment, which overrides the session; an invalid session is deleted, a given token is not stored', async () => {
    await desk.login('province');
    const { token: session } = config().sessions[server.url];
    const other = await newDesk(server.url);
    await other.login('expert01');
    const expert = JSON.parse(readFileSync(join(other.env.SHP_CONFIG_DIR ?? '', 'config.json'), 'utf8')).sessions[
      server.url
    ].token;
    await other.clear();
    const account = async (args: string[], env: Record<string, string> = {}) => {
      const run = await desk.shp(['whoami', ...args, '--fields', 'account', '--format', 'ndjson'], { env });
      return run.code === 0 ? JSON.parse(run.out).account : run.code;
    };
    expect(await account([])).toBe('province');
    expect(await account([], { SHP_TOKEN: expert })).toBe('expert01');
    expect(await account(['--token', session], { SHP_TOKEN: expert })).toBe('province');
    expect(await account(['--token', 'nonsense'])).toBe(3);
    expect(await account([])).toBe('province');
    await desk.shp(['api', 'POST', 'session/logout'], { env: { SHP_TOKEN: session } });
    expect(await account([])).toBe(3);
    expect(config().sessions).toEqual({});
  });

  test('a role without the right exits with 4, also as JSON', async () => {
    await desk.login('expert01');
    const run = await desk.shp(['managers', 'list', '--format', 'json']);
    expect(run.code).toBe(4);
    expect(JSON.parse(run.err)).toEqual({ error: { code: 'forbidden', message: 'request denied' } });
    expect((await desk.shp(['managers', 'list'])).err).toBe('shp: managers list: request denied\n');
  });

  test('no login exits with 3', async () => {
    const run = await desk.shp(['status']);
    expect(run).toEqual({ code: 3, out: '', err: 'shp: status: not logged in\nLog in: shp login\n' });
  });
});

describe('password', () => {
  test('reads both from standard input, enforces the rules, ends the other sessions', async () => {
    await desk.login('admin');
    await desk.shp(
      [
        'supervisors',
        'add',
        '--account',
        'group8',
        '--password-stdin',
        '--name',
        '示例',
        '--contact',
        '张三',
        '--phone',
        '0771-1234567',
      ],
      { input: 'first-2026\n' },
    );
    const one = await newDesk(server.url);
    const two = await newDesk(server.url);
    for (const each of [one, two]) {
      await each.shp(['login', '--account', 'group8', '--password-stdin', '--new-password-stdin'], {
        input: 'first-2026\nsecond-2026\n',
      });
      await each.shp(['login', '--account', 'group8', '--password-stdin'], { input: 'second-2026\n' });
    }
    const change = (input: string) => one.shp(['password', '--old-password-stdin'], { input });
    expect(await change('second-2026\nshort\n')).toMatchObject({
      code: 1,
      err: 'shp: password: password length should be 6~20 characters\n',
    });
    expect(await change('second-2026\nwith space\n')).toMatchObject({
      code: 1,
      err: 'shp: password: password should not contain spaces\n',
    });
    expect(await change('wrong-2026\nthird-2026\n')).toMatchObject({
      code: 1,
      err: 'shp: password: The old password is wrong\n',
    });
    expect(await change('second-2026\nthird-2026\n')).toEqual({ code: 0, out: '', err: 'modification succeeded\n' });
    expect((await one.shp(['whoami'])).code).toBe(0);
    expect((await two.shp(['whoami'])).code).toBe(3);
    await Promise.all([one.clear(), two.clear()]);
  });
});

describe('tokens and sessions', () => {
  test('a token is made, works within its scopes, is listed without its secret, and revoked', async () => {
    await desk.login('city450300');
    const made = await desk.shp([
      'token',
      'create',
      '--name',
      'nightly',
      '--scope',
      'export',
      '--expires',
      '5d',
      '--format',
      'json',
    ]);
    const { id, token, scopes } = JSON.parse(made.out);
    expect(scopes).toEqual(['export']);
    expect(made.err).toContain('shown only once');
    const job = await newDesk(server.url);
    const env = { SHP_TOKEN: token };
    const exported = await job.shp(['stations', 'export', '--format', 'ndjson'], { env });
    expect(lines(exported.out)).toHaveLength(25);
    expect(exported.err).toMatch(/^The access token expires on \d{4}-\d\d-\d\d; .*\n25 rows\n$/);
    expect((await job.shp(['status'], { env })).code).toBe(4);
    const listed = await desk.shp(['token', 'list']);
    expect(listed.out).not.toContain(token);
    expect(lines(listed.out)).toMatchObject([{ id, name: 'nightly' }]);
    expect((await desk.shp(['token', 'revoke', id])).code).toBe(0);
    expect((await job.shp(['stations', 'export', '--format', 'ndjson'], { env })).code).toBe(3);
    await job.clear();
  });

  test('sessions are listed with the current one marked; a revoked one has ended', async () => {
    await desk.login('county450325');
    const other = await newDesk(server.url);
    await other.login('county450325');
    const sessions = lines<{ id: string; current: boolean; agent: string }>((await desk.shp(['sessions', 'list'])).out);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(sessions[0]?.agent).toMatch(/^shp\/0\.1\.0 /);
    const foreign = sessions.find(({ current }) => !current)?.id ?? '';
    expect((await desk.shp(['sessions', 'revoke', foreign])).code).toBe(0);
    expect((await other.shp(['whoami'])).code).toBe(3);
    expect(await ids(['sessions', 'list'])).toHaveLength(1);
    await other.clear();
  });
});

describe('servers', () => {
  test('have names, one is current, each has its own session', async () => {
    const { SHP_SERVER: _, ...env } = desk.env;
    const nameless = (args: string[]) => desk.shp(args, { env: { ...env, SHP_SERVER: '' } });
    expect((await nameless(['server', 'add', 'office', `${server.url}/`])).err).toBe(`office is ${server.url}\n`);
    expect((await nameless(['server', 'use', 'office'])).err).toBe(`Using ${server.url}\n`);
    expect(
      (
        await desk.shp(['login', '--server', 'office', '--account', 'admin', '--password-stdin'], {
          input: 'demo-2026\n',
          env: { SHP_SERVER: '' },
        })
      ).code,
    ).toBe(0);
    expect(lines((await nameless(['server', 'list'])).out)).toEqual([
      { name: 'office', url: server.url, current: true, account: 'admin' },
    ]);
    expect((await nameless(['status'])).code).toBe(0);
    expect((await nameless(['server', 'remove', 'office'])).code).toBe(0);
    expect(config()).toEqual({ servers: {}, sessions: {} });
    expect((await nameless(['server', 'remove', 'office'])).err).toBe(
      'shp: server remove: no server is named office\n',
    );
  });

  test("two concurrent commands keep each other's changes", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const runs = await Promise.all(names.map((name) => desk.shp(['server', 'add', name, `http://${name}.example`])));
    expect(runs.map(({ code }) => code)).toEqual(names.map(() => 0));
    expect(Object.keys(config().servers).sort()).toEqual(names);
  });

  test('a damaged configuration is reported, not overwritten', async () => {
    mkdirSync(desk.env.SHP_CONFIG_DIR ?? '');
    writeFileSync(configFile(), '{"servers":');
    const run = await desk.shp(['server', 'add', 'x', 'http://x.example']);
    expect(run.code).toBe(1);
    expect(run.err).toContain('config.json');
    expect(readFileSync(configFile(), 'utf8')).toBe('{"servers":');
  });

  test('logging out of an unreachable server is quick', async () => {
    const gone = await startServer({ SHP_ADMIN_PASSWORD: 'admin-2026' });
    await desk.shp(['login', '--server', gone.url, '--account', 'admin', '--password-stdin'], {
      input: 'admin-2026\n',
    });
    await gone.stop();
    const run = await desk.shp(['logout', '--server', gone.url]);
    expect([run.code, run.err]).toEqual([0, `Logged out of ${gone.url}\n`]);
    expect(config().sessions).toEqual({});
  });
});

test('commands without output print JSON with --format json', async () => {
  const json = async (args: string[], input?: string) => {
    const run = await desk.shp([...args, '--format', 'json'], input === undefined ? {} : { input });
    expect([run.code, run.code === 0 ? '' : run.err]).toEqual([0, '']);
    return JSON.parse(run.out);
  };
  expect(await json(['login', '--account', 'city450300', '--password-stdin'], 'demo-2026\n')).toEqual({
    server: server.url,
    account: 'city450300',
    role: 'city_manager',
  });
  expect(await json(['server', 'add', 'office', server.url])).toEqual({ server: server.url, name: 'office' });
  expect(await json(['server', 'use', 'office'])).toEqual({ server: server.url });
  expect(await json(['logout'])).toEqual({ server: server.url, account: 'city450300' });
  const refused = await desk.shp(['sessions', 'revoke', 'x', '--format', 'json']);
  expect(JSON.parse(refused.err)).toEqual({ error: { code: 'unauthenticated', message: 'not logged in' } });
});
