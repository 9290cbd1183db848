import { request } from 'node:http';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { begun } from '../../support/accounts.ts';
import { ADMIN_PASSWORD, type Contract, startContract } from '../../support/contract.ts';
import { addManager, newAccount } from '../../support/people.ts';
import { checkError, refusal } from '../../support/strictClient.ts';

let server: Contract;
/** A server behind a proxy; started by the first test that needs it. */
let proxied: Contract | undefined;
beforeAll(async () => {
  server = await startContract();
});
afterAll(async () => {
  await server.stop();
  await proxied?.stop();
});

/** A login from this loopback address; returns status, body and `Retry-After`. */
function logInFrom(address: string, account: string, password: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ account, password: hashPassword(password), key: '', code: '' });
  return new Promise<{ status: number; body: unknown; retryAfter: string | undefined }>((resolve, reject) => {
    const call = request(
      `${server.url}/api/session/login`,
      { method: 'POST', localAddress: address, headers: { 'Content-Type': 'application/json', ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text),
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const logIn = (account: string, password: string) => logInFrom('127.0.0.1', account, password);
const attempts = (account: number, address: number) =>
  server.admin.api.call('POST system/update_settings', { loginAttempts: { account, address } });
/** Moves these failed logins, or all, back by this many minutes. */
const goBack = async (minutes: number, ids?: readonly string[]) => {
  const { sql } = server.rawDatabase;
  for (const { id, at } of await sql<{ id: string; at: string }>('SELECT id, at FROM login_failures')) {
    if (ids && !ids.includes(id)) continue;
    const earlier = new Date(Date.parse(at) - minutes * 60_000).toISOString();
    await sql('UPDATE login_failures SET at = ? WHERE id = ?', earlier, id);
  }
};
const failureIds = async () =>
  (await server.rawDatabase.sql<{ id: string }>('SELECT id FROM login_failures')).map(({ id }) => id);

test('without captcha there is none to fetch, and a login ignores key and code', async () => {
  const none = { key: '', image: null, expiresIn: 0 };
  expect(await server.guest.call('GET basic/validate_code', {})).toEqual(none);
  expect(await server.guest.call('GET basic/validate_code', { kind: 'work' })).toEqual({ key: '', challenge: null });
  const { user } = begun(
    await server.guest.call('POST session/login', {
      account: 'admin',
      password: hashPassword(ADMIN_PASSWORD),
      key: 'any',
      code: 'any',
    }),
  );
  expect(user).toMatchObject({ account: 'admin', role: 'admin' });
});

test('an unknown account, a wrong password and a deleted account get the same message', async () => {
  const gone = await addManager(server, 'ministry_manager');
  await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
  const answers = [
    await logIn('nobody-at-all', 'wrong-1'),
    await logIn('admin', 'wrong-1'),
    await logIn(gone.account, gone.password),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 400, body: { code: 'bad_credentials' } });
});

test('a password that is not a hash is a field error', async () => {
  const { status, fields } = await refusal(
    server.guest.call('POST session/login', { account: 'admin', password: ADMIN_PASSWORD, key: '', code: '' }),
  );
  expect(status).toBe(400);
  expect(Object.keys(fields)).toEqual(['password']);
});

describe('login limits', () => {
  test('an account is locked after repeated failures, even for the right password; refused logins do not count', async () => {
    await attempts(3, 600);
    const { account, password } = await addManager(server, 'ministry_manager');
    for (const spelt of [account, account.toUpperCase(), account])
      expect((await logIn(spelt, 'wrong-1')).status).toBe(400);
    const failed = await failureIds();
    for (let attempt = 0; attempt < 4; attempt++) {
      const { status, body, retryAfter } = await logIn(account, password);
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(Number(retryAfter)).toBeGreaterThan(14 * 60);
      expect(Number(retryAfter)).toBeLessThanOrEqual(15 * 60);
    }
    expect((await logIn('admin', ADMIN_PASSWORD)).status).toBe(200);
    await goBack(14, failed);
    expect(Number((await logIn(account, password)).retryAfter)).toBeLessThanOrEqual(60);
    await goBack(2, failed);
    expect((await logIn(account, password)).status).toBe(200);
  });

  test('concurrent logins get no extra attempts', async () => {
    await attempts(3, 600);
    const { account } = await addManager(server, 'ministry_manager');
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(account, 'wrong-1')));
    expect(answers.filter(({ status }) => status === 400).length).toBe(3);
  });

  test('an unknown account is locked like an existing one', async () => {
    await attempts(3, 600);
    const account = newAccount('ghost');
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await logIn(account, 'wrong-1')).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });

  test('an address is locked across accounts and forwarded headers; another address is not', async () => {
    await goBack(60);
    await attempts(20, 20);
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await logInFrom('127.0.0.2', newAccount('guess'), 'wrong-1')).status).toBe(400);
    expect((await logInFrom('127.0.0.2', 'admin', ADMIN_PASSWORD)).status).toBe(429);
    const disguised = await logInFrom('127.0.0.2', 'admin', ADMIN_PASSWORD, { 'X-Forwarded-For': '127.0.0.9' });
    expect(disguised.status).toBe(429);
    expect((await logInFrom('127.0.0.3', 'admin', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('behind a trusted proxy the forwarded address counts', async () => {
    const proxied = await startContract(['--no-captcha', '--trust-proxy', '127.0.0.1']);
    try {
      await proxied.admin.api.call('POST system/update_settings', { loginAttempts: { account: 20, address: 20 } });
      const through = async (client: string, account: string, password: string) => {
        const response = await proxied.request('POST', '/api/session/login', {
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
          body: JSON.stringify({ account, password: hashPassword(password) }),
        });
        return response.status;
      };
      const asAdmin = (client: string) => through(client, 'admin', ADMIN_PASSWORD);
      const guesses = (clients: readonly string[]) =>
        Promise.all(clients.map((client) => through(client, newAccount('guess'), 'wrong-1')));
      const twenty = Array.from({ length: 20 }, (_, at) => at + 1);
      expect(new Set(await guesses(twenty.map(() => '192.0.2.1')))).toEqual(new Set([400]));
      expect(await asAdmin('192.0.2.1')).toBe(429);
      // One subscriber owns all addresses of a /64.
      expect(new Set(await guesses(twenty.map((at) => `2001:db8::${at}`)))).toEqual(new Set([400]));
      expect(await asAdmin('2001:db8::99')).toBe(429);
      expect(await asAdmin('2001:db8:0:1::3')).toBe(200);
      expect(await asAdmin('192.0.2.2')).toBe(200);
      const { items } = await proxied.admin.api.call('GET audit', { action: 'session/login', size: 1 });
      expect(items[0]?.address).toBe('192.0.2.2');
    } finally {
      await proxied.stop();
    }
  }, 120_000);

  /** The status of a login that comes through a trusted proxy from this client address. */
  async function logInThrough(client: string, account: string, password: string) {
    proxied ??= await startContract(['--no-captcha', '--trust-proxy', '127.0.0.1']);
    const { status } = await proxied.request('POST', '/api/session/login', {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
      body: JSON.stringify({ account, password: hashPassword(password) }),
    });
    return status;
  }
  const limitProxied = async (account: number, address: number) => {
    proxied ??= await startContract(['--no-captcha', '--trust-proxy', '127.0.0.1']);
    await proxied.rawDatabase.sql('DELETE FROM login_failures');
    await proxied.admin.api.call('POST system/update_settings', { loginAttempts: { account, address } });
  };

  test('IPv6 networks share limits: a /56 has twice and a /48 four times the limit of one address', async () => {
    await limitProxied(20, 20);
    const hex = (count: number) => count.toString(16);
    const fail = (client: string) => logInThrough(client, newAccount('spread'), 'wrong-1');
    // The last two digits of the fourth group vary the networks within a /56, all four those within a /48.
    const within = Array.from({ length: 41 }, (_, at) => `2001:db8:1:${hex(0x100 + at)}::1`);
    const statuses = [];
    for (const client of within) statuses.push(await fail(client));
    expect([
      statuses.indexOf(429),
      await logInThrough(within[50] ?? '2001:db8:1:1ff::1', 'admin', ADMIN_PASSWORD),
    ]).toEqual([40, 429]);
    expect(await logInThrough('2001:db8:1:200::1', 'admin', ADMIN_PASSWORD)).toBe(200);
    const wide = [];
    for (let at = 0; at < 41; at++) wide.push(await fail(`2001:db8:1:${hex(0x1000 + at * 0x100)}::1`));
    expect(wide.indexOf(429)).toBe(40);
    expect(await logInThrough('2001:db8:1:ffff::1', 'admin', ADMIN_PASSWORD)).toBe(429);
    expect(await logInThrough('2001:db8:2::1', 'admin', ADMIN_PASSWORD)).toBe(200);
  }, 120_000);

  test('an address with a recent login of the account can still log in while others guess; its own failures count', async () => {
    await limitProxied(3, 100);
    if (!proxied) throw new Error('no server');
    const [home, stranger] = ['192.0.2.10', '192.0.2.66'];
    const { id, account, password } = await addManager(proxied, 'ministry_manager');
    expect(await logInThrough(home, account, password)).toBe(200);
    for (let attempt = 0; attempt < 3; attempt++) expect(await logInThrough(stranger, account, 'wrong-1')).toBe(400);
    expect(await logInThrough(stranger, account, password)).toBe(429);
    expect(await logInThrough('192.0.2.11', account, password)).toBe(429);
    expect(await logInThrough(home, account, password)).toBe(200);
    for (let attempt = 0; attempt < 3; attempt++) expect(await logInThrough(home, account, 'wrong-1')).toBe(400);
    expect(await logInThrough(home, account, password)).toBe(429);
    // After a month the address no longer counts as known.
    await proxied.rawDatabase.sql('DELETE FROM login_failures');
    const month = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await proxied.rawDatabase.sql('UPDATE login_addresses SET last_login_at = ? WHERE user_id = ?', month, id);
    for (let attempt = 0; attempt < 3; attempt++) expect(await logInThrough(stranger, account, 'wrong-1')).toBe(400);
    expect(await logInThrough(home, account, password)).toBe(429);
  });

  test('an account has at most 20 known addresses, the most recently used', async () => {
    await limitProxied(10, 100);
    if (!proxied) throw new Error('no server');
    const { id, account, password } = await addManager(proxied, 'ministry_manager');
    for (let at = 0; at < 25; at++) expect(await logInThrough(`192.0.2.${100 + at}`, account, password)).toBe(200);
    const rows = await proxied.rawDatabase.sql('SELECT network FROM login_addresses WHERE user_id = ?', id);
    const networks = rows.map(({ network }) => Number(String(network).split('.')[3])).sort((a, b) => a - b);
    expect(networks).toEqual(Array.from({ length: 20 }, (_, at) => 105 + at));
  });

  test.each([
    ['<script>alert(1)</script>', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['unknown', '127.0.0.1'],
    ['192.0.2.300', '127.0.0.1'],
    ['<script>, 192.0.2.7', '192.0.2.7'],
    ['192.0.2.7, <script>', '127.0.0.1'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[<script>]:1', '127.0.0.1'],
  ])('a proxy that says the caller is at %j: the audit has %s', async (said, address) => {
    const account = newAccount('forwarded');
    proxied ??= await startContract(['--no-captcha', '--trust-proxy', '127.0.0.1']);
    const answer = await proxied.request('POST', '/api/session/login', {
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': said },
      body: JSON.stringify({ account, password: hashPassword('wrong-1') }),
    });
    expect(answer.status).toBe(400);
    const { items } = await proxied.admin.api.call('GET audit', { action: 'session/login', size: 1 });
    expect(items[0]?.address).toBe(address);
  });

  test('a failed login is audited without its password and without an unknown account name', async () => {
    const account = newAccount('audited');
    await logInFrom('127.0.0.4', account, 'wrong-1');
    const { items } = await server.admin.api.call('GET audit', { action: 'session/login' });
    const row = items.find(({ address }) => address === '127.0.0.4');
    expect(row).toMatchObject({ by: null, object: { id: '', name: '' }, changes: { failed: [null, true] } });
    expect(JSON.stringify(items)).not.toContain(account);
    expect(JSON.stringify(items)).not.toContain(hashPassword('wrong-1'));
  });
});

test('refused logins have the common error body', async () => {
  const response = await server.request('POST', '/api/session/login', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password: hashPassword('wrong-1'), key: '', code: '', extra: 1 }),
  });
  expect(await checkError(response, 'POST session/login')).toMatchObject({
    code: 'invalid',
    fields: { extra: expect.any(String) },
  });
});
