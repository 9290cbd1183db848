import { request } from 'node:http';
import { hashPassword } from '@shp/shared/domain/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, startContract } from '../harness.ts';
import { addManager, newAccount } from '../people.ts';
import { checkError, refusal } from '../strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

/** A login that comes from this address of the loopback; the answer's status, body and wait. */
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
/** As if so many minutes had gone by since these failed logins, or all of them. */
const goBack = async (minutes: number, ids?: readonly string[]) => {
  const { sql } = server.behind;
  for (const { id, at } of await sql<{ id: string; at: string }>('SELECT id, at FROM login_failures')) {
    if (ids && !ids.includes(id)) continue;
    const earlier = new Date(Date.parse(at) - minutes * 60_000).toISOString();
    await sql('UPDATE login_failures SET at = ? WHERE id = ?', earlier, id);
  }
};
const failureIds = async () =>
  (await server.behind.sql<{ id: string }>('SELECT id FROM login_failures')).map(({ id }) => id);

test('without captcha there is none to solve, and the login ignores key and code', async () => {
  const none = { key: '', image: null, expiresIn: 0 };
  expect(await server.guest.call('GET basic/validate_code', {})).toEqual(none);
  const { user } = await server.guest.call('POST session/login', {
    account: 'admin',
    password: hashPassword(ADMIN_PASSWORD),
    key: 'any',
    code: 'any',
  });
  expect(user).toMatchObject({ account: 'admin', role: 'admin' });
});

test('an unknown account, a wrong password and a deleted account are refused in the same words', async () => {
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

test('a password that is not a hash is named', async () => {
  const { status, fields } = await refusal(
    server.guest.call('POST session/login', { account: 'admin', password: ADMIN_PASSWORD, key: '', code: '' }),
  );
  expect(status).toBe(400);
  expect(Object.keys(fields)).toEqual(['password']);
});

describe('limits', () => {
  test('after so many failed logins an account waits, even with the right password; refusals do not count', async () => {
    await attempts(3, 10_000);
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

  test('logins at once get no more tries than one after another', async () => {
    await attempts(3, 10_000);
    const { account } = await addManager(server, 'ministry_manager');
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(account, 'wrong-1')));
    expect(answers.filter(({ status }) => status === 400).length).toBe(3);
  });

  test('an account that does not exist waits as one that does', async () => {
    await attempts(3, 10_000);
    const account = newAccount('ghost');
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await logIn(account, 'wrong-1')).status);
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
  });

  test('so does an address, whatever accounts it names and whatever it says of itself; another one does not', async () => {
    await goBack(60);
    await attempts(1000, 4);
    for (let attempt = 0; attempt < 4; attempt++)
      expect((await logInFrom('127.0.0.2', newAccount('guess'), 'wrong-1')).status).toBe(400);
    expect((await logInFrom('127.0.0.2', 'admin', ADMIN_PASSWORD)).status).toBe(429);
    const disguised = await logInFrom('127.0.0.2', 'admin', ADMIN_PASSWORD, { 'X-Forwarded-For': '127.0.0.9' });
    expect(disguised.status).toBe(429);
    expect((await logInFrom('127.0.0.3', 'admin', ADMIN_PASSWORD)).status).toBe(200);
  });

  test('behind a proxy that is trusted, the address is the one that it tells', async () => {
    const proxied = await startContract(['--no-captcha', '--trust-proxy', '127.0.0.1']);
    try {
      await proxied.admin.api.call('POST system/update_settings', { loginAttempts: { account: 1000, address: 2 } });
      const through = async (client: string, password: string) => {
        const response = await proxied.request('POST', '/api/session/login', {
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
          body: JSON.stringify({ account: 'admin', password: hashPassword(password) }),
        });
        return response.status;
      };
      const wrong = [await through('192.0.2.1', 'wrong-1'), await through('192.0.2.1', 'wrong-1')];
      expect([...wrong, await through('192.0.2.1', ADMIN_PASSWORD)]).toEqual([400, 400, 429]);
      // Whoever has one address of IPv6 has as many as he likes.
      const many = [await through('2001:db8::1', 'wrong-1'), await through('2001:db8::2', 'wrong-1')];
      expect([...many, await through('2001:db8::3', ADMIN_PASSWORD)]).toEqual([400, 400, 429]);
      expect(await through('2001:db8:0:1::3', ADMIN_PASSWORD)).toBe(200);
      expect(await through('192.0.2.2', ADMIN_PASSWORD)).toBe(200);
      const { items } = await proxied.admin.api.call('GET audit', { action: 'session/login', size: 1 });
      expect(items[0]?.address).toBe('192.0.2.2');
    } finally {
      await proxied.stop();
    }
  });

  test('a failed login is in the audit; neither its password is nor what names no account', async () => {
    const account = newAccount('audited');
    await logInFrom('127.0.0.4', account, 'wrong-1');
    const { items } = await server.admin.api.call('GET audit', { action: 'session/login' });
    const row = items.find(({ address }) => address === '127.0.0.4');
    expect(row).toMatchObject({ by: null, object: { id: '', name: '' }, changes: { failed: [null, true] } });
    expect(JSON.stringify(items)).not.toContain(account);
    expect(JSON.stringify(items)).not.toContain(hashPassword('wrong-1'));
  });
});

test("refusals of logins have the contract's form", async () => {
  const response = await server.request('POST', '/api/session/login', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account: 'admin', password: hashPassword('wrong-1'), key: '', code: '', extra: 1 }),
  });
  expect(await checkError(response, 'POST session/login')).toMatchObject({
    code: 'invalid',
    fields: { extra: expect.any(String) },
  });
});
