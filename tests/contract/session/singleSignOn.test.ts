import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addApp, codeOf } from '../../support/factors.ts';
import { type FalseProvider, type Lie, startFalseProvider } from '../../support/falseProvider.ts';
import { addManager, addStation, CITY, COUNTY } from '../../support/people.ts';
import { CLIENT, type Identity, logInAt, startProvider } from '../../support/provider.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

const PUBLIC = 'https://shp.example';
const BACK = `${PUBLIC}/login`;

let server: Contract;
let provider: Identity;
let dishonest: FalseProvider;
let person: Person;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--public-url', PUBLIC]);
  provider = await startProvider(BACK);
  dishonest = await startFalseProvider();
  person = await addStation(server, COUNTY);
});
afterAll(async () => {
  await Promise.all([provider.stop(), dishonest.stop()]);
  await server.stop();
});

const trust = (issuer: string, more: object = {}) =>
  server.admin.api.call('POST system/update_settings', {
    oidc: {
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      claim: 'preferred_username',
      name: 'Unified',
      ...more,
    },
  });
const begin = () => server.guest.call('POST session/oidc_begin', {});
type Answer = { secret: string; state: string; code: string; iss?: string };
const complete = (answer: Answer) => server.guest.call('POST session/oidc', answer);

/** What the provider's page sends back. */
function sent(back: URL, secret: string): Answer & { iss: string } {
  const of = (key: string) => back.searchParams.get(key) ?? '';
  return { secret, state: of('state'), code: of('code'), iss: of('iss') };
}

/** A login at the provider, up to the way back to the console. */
async function answered(account: string): Promise<Answer & { iss: string }> {
  const { url, secret } = await begin();
  return sent(await logInAt(url, account), secret);
}

test('without the setting nothing is offered and nothing begins', async () => {
  expect('singleSignOn' in (await server.guest.call('GET system/footer', {}))).toBe(false);
  expect(await outcome(begin())).toBe('409 conflict');
  expect(await outcome(complete({ secret: 'x', state: 'x', code: 'x' }))).toBe('409 conflict');
});

describe('with a real provider', () => {
  beforeAll(async () => {
    await trust(provider.issuer);
  });

  test('code flow with PKCE, state and nonce; the account in any case; the audit names single sign-on', async () => {
    expect((await server.guest.call('GET system/footer', {})).singleSignOn).toBe('Unified');
    const { url, secret } = await begin();
    const asked = new URL(url).searchParams;
    expect(asked.get('redirect_uri')).toBe(BACK);
    expect(asked.get('code_challenge_method')).toBe('S256');
    for (const key of ['state', 'nonce', 'code_challenge']) expect(asked.get(key)).toMatch(/^[\w-]{43}$/);
    expect(url).not.toContain(secret);
    const back = await logInAt(url, person.account.toUpperCase());
    const login = await complete(sent(back, secret));
    if (!('token' in login)) throw new Error('no session');
    expect([login.user.id, back.origin + back.pathname]).toEqual([person.id, BACK]);
    expect((await server.as(login.token).call('GET user', {})).account).toBe(person.account);
    const { items } = await server.admin.api.call('GET audit', { action: 'session/oidc', objectId: person.id });
    expect(items).toMatchObject([{ by: { id: person.id } }]);
    const [row] = await server.rawDatabase.sql(
      "SELECT count(*) AS n FROM sessions WHERE user_id = ? AND sign_in = 'oidc'",
      person.id,
    );
    expect(Number(row?.n)).toBe(1);
  });

  test('the answer works once', async () => {
    const answer = await answered(person.account);
    const outcomes = await Promise.all([outcome(complete(answer)), outcome(complete(answer))]);
    expect(outcomes.sort()).toEqual(['200', '410 gone']);
    expect(await outcome(complete(answer))).toBe('410 gone');
    const fresh = await begin();
    const state = new URL(fresh.url).searchParams.get('state') ?? '';
    const replayed = complete({ ...answer, secret: fresh.secret, state });
    expect(await outcome(replayed)).toBe('400 bad_credentials');
  });

  test("an attacker's answer is worth nothing in another browser, and a stolen one nothing without its secret", async () => {
    const [attacker, victim] = [await answered(person.account), await begin()];
    expect(await outcome(complete({ ...attacker, secret: victim.secret }))).toBe('410 gone');
    expect(await outcome(complete({ ...attacker, secret: 'guessed' }))).toBe('410 gone');
    expect(await outcome(complete({ ...attacker, state: 'other' }))).toBe('410 gone');
  });

  test("a code injected into one's own sign-on is refused: it belongs to another verifier and nonce", async () => {
    const stolen = await answered(person.account);
    const own = await begin();
    const state = new URL(own.url).searchParams.get('state') ?? '';
    const injected = { secret: own.secret, state, code: stolen.code, iss: stolen.iss };
    expect(await outcome(complete(injected))).toBe('400 bad_credentials');
  });

  test('an answer in the name of another provider, or of none, is refused', async () => {
    const { iss: _iss, ...nameless } = await answered(person.account);
    expect(await outcome(complete(nameless))).toBe('400 bad_credentials');
    const answer = await answered(person.account);
    expect(await outcome(complete({ ...answer, iss: dishonest.issuer }))).toBe('400 bad_credentials');
  });

  test('a sign-on that began with another provider ends with the change of the setting', async () => {
    const answer = await answered(person.account);
    await trust(dishonest.issuer);
    expect(await outcome(complete(answer))).toBe('410 gone');
    await trust(provider.issuer);
  });

  test('after five minutes the answer comes too late', async () => {
    const answer = await answered(person.account);
    const digest = createHash('sha256')
      .update(JSON.stringify([answer.secret, provider.issuer, CLIENT.id]))
      .digest('hex');
    const past = new Date(Date.now() - 1000).toISOString();
    const [row] = await server.rawDatabase.sql('SELECT expires_at FROM oidc_attempts WHERE id_hash = ?', digest);
    const left = Date.parse(String(row?.expires_at)) - Date.now();
    expect(left).toBeLessThanOrEqual(5 * 60_000);
    await server.rawDatabase.sql('UPDATE oidc_attempts SET expires_at = ? WHERE id_hash = ?', past, digest);
    expect(await outcome(complete(answer))).toBe('410 gone');
  });

  test('the provider sends browsers to our page only, and takes no code challenge away', async () => {
    const { url } = await begin();
    const elsewhere = new URL(url);
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example/login');
    expect((await fetch(elsewhere, { redirect: 'manual' })).status).toBe(400);
    const plain = new URL(url);
    plain.searchParams.delete('code_challenge');
    const refused = await fetch(plain, { redirect: 'manual' });
    expect(refused.headers.get('location')).toContain('error=invalid_request');
    const extra = await server.request('POST', '/api/session/oidc_begin', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ returnTo: 'https://evil.example' }),
    });
    expect(extra.status).toBe(400);
  });

  test('accounts that do not exist or are deleted are refused alike; nobody is added', async () => {
    const gone = await addStation(server, COUNTY);
    await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
    const refusals = await Promise.all(
      ['nobody-here', gone.account].map(async (account) => refusal(complete(await answered(account)))),
    );
    expect(refusals[0]).toMatchObject({ status: 400, code: 'bad_credentials' });
    expect(refusals[0]?.message).toContain('no account here');
    expect(refusals[1]?.message).toBe(refusals[0]?.message);
  });

  test('administrators sign in here only: the one who chooses the provider could else be any of them', async () => {
    const { status, message } = await refusal(complete(await answered(server.admin.account)));
    expect([status, message]).toEqual([400, expect.stringContaining('no account here')]);
  });

  test('an account with a second factor is asked for it all the same', async () => {
    const manager = await addManager(server, 'city_manager', CITY);
    const { secret } = await addApp(manager);
    const asked = await complete(await answered(manager.account));
    if (!('factor' in asked)) throw new Error('no second factor was asked for');
    const proof = { id: asked.factor.id, kind: 'totp', code: codeOf(secret, 1) } as const;
    expect((await server.guest.call('POST session/factor', proof)).user.id).toBe(manager.id);
  });

  test('a wrong secret of the client is a refusal', async () => {
    await trust(provider.issuer, { clientSecret: 'wrong' });
    expect(await outcome(complete(await answered(person.account)))).toBe('400 bad_credentials');
    await trust(provider.issuer);
  });
});

describe('with a false provider', () => {
  beforeAll(async () => {
    await trust(dishonest.issuer);
  });

  async function told(lie: Lie): Promise<string> {
    const { url, secret } = await begin();
    dishonest.expect(url, person.account, lie);
    const state = new URL(url).searchParams.get('state') ?? '';
    return outcome(complete({ secret, state, code: 'any', iss: dishonest.issuer }));
  }

  test.each<[string, Lie, string]>([
    ['nothing false', {}, '200'],
    ['no nonce', { nonce: null }, '400 bad_credentials'],
    ['the nonce of another sign-on', { nonce: 'of-another' }, '400 bad_credentials'],
    ['another issuer', { issuer: 'https://other.example' }, '400 bad_credentials'],
    ['another client', { audience: 'other' }, '400 bad_credentials'],
    ['an end in the past', { expiresAt: 1_000_000_000 }, '400 bad_credentials'],
    ['the signature of another key', { otherKey: true }, '400 bad_credentials'],
  ])('a token with %s', async (_name, lie, expected) => {
    expect(await told(lie)).toBe(expected);
  });
});

test('with the provider away the message says so, and the password still opens the session', async () => {
  const away = await startFalseProvider();
  await away.stop();
  await trust(away.issuer);
  const refused = await refusal(begin());
  expect(refused).toMatchObject({ status: 409, code: 'conflict' });
  expect(refused.message).toContain('cannot be reached');
  expect((await server.login(person.account, person.password)).id).toBe(person.id);
});

test('plain HTTP is for this machine only', async () => {
  await trust('http://sso.example');
  expect(await outcome(begin())).toBe('409 conflict');
});

test('an address that calls too often waits', async () => {
  await trust(dishonest.issuer);
  const bucket = 'oidc 127.0.0.1';
  await server.rawDatabase.sql('UPDATE hits SET count = 1000 WHERE bucket LIKE ?', `${bucket}%`);
  expect(await outcome(begin())).toBe('429 too_many_requests');
});
