import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addApp, codeOf, firstStep, forgetCodes } from '../../support/factors.ts';
import { addExpert, addManager, addStation, CITY, COUNTY } from '../../support/people.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const demand = (secondFactor: 'off' | 'managing' | 'all') =>
  server.admin.api.call('POST system/update_settings', { secondFactor });
afterEach(async () => {
  await server.rawDatabase.sql('DELETE FROM factors WHERE user_id = ?', server.admin.id);
  await demand('off');
});

const prove = (id: string, code: string, kind: 'totp' | 'recovery' = 'totp') =>
  server.guest.call('POST session/factor', { id, kind, code });
const auditOf = async (action: string, userId: string) =>
  (await server.admin.api.call('GET audit', { action, objectId: userId })).items;

test('a login with an app takes password and code; the ten recovery codes are shown once', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { secret, uri, codes } = await addApp(person);
  expect(uri).toContain(`secret=${secret}`);
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  expect(codes[0]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){5}$/);

  const asked = await firstStep(server, person);
  expect(asked).toEqual({ id: expect.any(String), kinds: ['totp', 'recovery'] });
  expect((await server.request('GET', '/api/user', { headers: { Token: asked.id } })).status).toBe(401);
  const { token, user, mustAddFactor } = await prove(asked.id, codeOf(secret, 1));
  expect([user.id, mustAddFactor]).toEqual([person.id, undefined]);
  const { factors, codes: left } = await server.as(token).call('GET session/factors', {});
  expect([factors.map(({ kind, name }) => [kind, name]), left]).toEqual([[['totp', 'app']], 10]);
  expect(await auditOf('session/factor', person.id)).toMatchObject([
    { by: { id: person.id }, changes: { factor: [null, 'totp'] } },
  ]);
});

test('a code works once, also for two logins at the same time, and an attempt only for one session', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { secret } = await addApp(person);
  await forgetCodes(server, person.id);
  const code = codeOf(secret);
  const attempts = [await firstStep(server, person), await firstStep(server, person)];
  const outcomes = await Promise.all(attempts.map(({ id }) => outcome(prove(id, code))));
  expect(outcomes.sort()).toEqual(['200', '400 factor_wrong']);
  await forgetCodes(server, person.id);
  for (const { id } of attempts) {
    const again = await outcome(prove(id, code));
    expect(['410 gone', '200']).toContain(again);
    expect(await outcome(prove(id, code))).toBe('410 gone');
  }
});

test('three wrong codes end the attempt and count as failed logins', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { secret } = await addApp(person);
  const { id } = await firstStep(server, person);
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
  expect(await outcome(prove(id, wrong))).toBe('400 factor_wrong');
  expect(await outcome(prove(id, 'AAAA-AAAA-AAAA-AAAA', 'recovery'))).toBe('400 factor_wrong');
  expect(await outcome(prove(id, wrong))).toBe('410 gone');
  expect(await outcome(prove(id, codeOf(secret, 1)))).toBe('410 gone');
  for (let login = 0; login < 2; login += 1) {
    const next = await firstStep(server, person);
    for (let tries = 0; tries < 3; tries += 1) await outcome(prove(next.id, wrong));
  }
  const last = await firstStep(server, person);
  expect(await outcome(prove(last.id, wrong))).toBe('400 factor_wrong');
  expect(await outcome(prove(last.id, codeOf(secret, 1)))).toBe('429 too_many_requests');
});

test('requests at the same time get no extra tries, no second session of a recovery code and no second factor', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { id, secret } = await person.api.call('POST session/begin_totp', {});
  const add = () => person.api.call('POST session/add_totp', { id, name: 'app', code: codeOf(secret) });
  const added = await Promise.allSettled(Array.from({ length: 5 }, add));
  const [first] = added.flatMap((one) => (one.status === 'fulfilled' ? [one.value.codes?.[0] ?? ''] : []));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

  const attempts = [await firstStep(server, person), await firstStep(server, person), await firstStep(server, person)];
  const opened = await Promise.all(attempts.map((one) => outcome(prove(one.id, first ?? '', 'recovery'))));
  expect(opened.sort()).toEqual(['200', '400 factor_wrong', '400 factor_wrong']);

  const guessed = await firstStep(server, person);
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000';
  const guesses = await Promise.all(Array.from({ length: 12 }, () => outcome(prove(guessed.id, wrong))));
  expect(guesses.sort()).toEqual([...Array(2).fill('400 factor_wrong'), ...Array(10).fill('410 gone')]);
});

test('a recovery code works once; a stolen one is worth nothing without the password, and new ones end it', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { codes } = await addApp(person);
  const [first = '', second = ''] = codes;
  const { token } = await prove(
    (await firstStep(server, person)).id,
    first.toLowerCase().replaceAll('-', ' '),
    'recovery',
  );
  expect((await server.as(token).call('GET session/factors', {})).codes).toBe(9);
  expect(await outcome(prove((await firstStep(server, person)).id, first, 'recovery'))).toBe('400 factor_wrong');
  expect(await outcome(prove('invented', second, 'recovery'))).toBe('410 gone');
  const other = await addManager(server, 'city_manager', CITY);
  await addApp(other);
  expect(await outcome(prove((await firstStep(server, other)).id, second, 'recovery'))).toBe('400 factor_wrong');
  const fresh = await server.login(server.admin.account, server.admin.password);
  expect(await outcome(fresh.api.call('POST session/recovery_codes', {}))).toBe('409 conflict');
  const owner = server.as(token);
  expect(await outcome(owner.call('POST session/recovery_codes', {}))).toBe('403 confirmation_required');
  await server.confirm({ ...person, token, api: owner });
  const { codes: renewed } = await owner.call('POST session/recovery_codes', {});
  expect(await outcome(prove((await firstStep(server, person)).id, second, 'recovery'))).toBe('400 factor_wrong');
  expect(await outcome(prove((await firstStep(server, person)).id, renewed[0] ?? '', 'recovery'))).toBe('200');
});

test('a recovery code may be typed with letters that look like digits; codes of an earlier version go on', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  await addApp(person);
  const keep = (code: string) =>
    server.rawDatabase.sql(
      'UPDATE recovery_codes SET digest = ? WHERE digest = (SELECT min(digest) FROM recovery_codes WHERE user_id = ? AND used_at IS NULL)',
      createHash('sha256').update(`${person.id} ${code}`).digest('hex'),
      person.id,
    );
  await keep('0123456789ABCD10');
  expect(await outcome(prove((await firstStep(server, person)).id, '0123-4567-89AB-CD10', 'recovery'))).toBe('200');
  await keep('0011KMNPQRSTVWXYZ0123456');
  expect(await outcome(prove((await firstStep(server, person)).id, 'oOil-kmnp-qrst-vwxy-zol2-3456', 'recovery'))).toBe(
    '200',
  );
}, 30_000);

test('adding, removing and renewing need the password again, a right code, and no access token', async () => {
  const person = await addStation(server, COUNTY);
  const bare = server.as((await server.login(person.account, person.password)).token);
  expect(await outcome(bare.call('POST session/begin_totp', {}))).toBe('403 confirmation_required');
  const { id, secret } = await person.api.call('POST session/begin_totp', {});
  const add = (code: string) => person.api.call('POST session/add_totp', { id, code, name: 'x' });
  expect(await outcome(add('abcdef'))).toBe('400 factor_wrong');
  const other = await addStation(server, COUNTY);
  const stolen = other.api.call('POST session/add_totp', { id, code: codeOf(secret), name: 'x' });
  expect(await outcome(stolen)).toBe('410 gone');
  await add(codeOf(secret));
  expect(await outcome(bare.call('GET user', {}))).toBe('401 unauthenticated');
  const { token } = await person.api.call('POST session/create_token', {
    name: 'job',
    scopes: ['read'],
    expiresInDays: 1,
  });
  expect(await outcome(server.as(token).call('GET user', {}))).toBe('200');
  expect(await outcome(server.as(token).call('GET session/factors', {}))).toBe('403 forbidden');
});

test('with `managing` an administrator or manager without a factor can only add one; others work as before', async () => {
  const manager = await addManager(server, 'county_manager', COUNTY);
  const expert = await addExpert(server);
  const token = await manager.api.call('POST session/create_token', { name: 'x', scopes: ['read'], expiresInDays: 1 });
  await demand('managing');
  expect(await outcome(expert.api.call('GET basic/status', {}))).toBe('200');
  expect(await outcome(server.as(token.token).call('GET basic/status', {}))).toBe('200');
  expect(await outcome(manager.api.call('GET basic/status', {}))).toBe('403 factor_required');
  expect(await outcome(manager.api.call('GET user', {}))).toBe('200');
  expect(await outcome(manager.api.call('GET user', { id: expert.id }))).toBe('403 factor_required');
  const again = await server.login(manager.account, manager.password);
  expect((await again.api.call('GET session/factors', {})).required).toBe(true);
  const { id } = await addApp(again);
  expect(await outcome(again.api.call('GET basic/status', {}))).toBe('200');
  expect(await refusal(again.api.call('POST session/remove_factor', { id }))).toMatchObject({ status: 409 });
  await addApp(server.admin);
  await demand('off');
  await again.api.call('POST session/remove_factor', { id });
  expect((await server.login(manager.account, manager.password)).token).toBeTruthy();
});

test('a manager resets the factors of those below, confirmed; sessions, codes and open logins end', async () => {
  const manager = await addManager(server, 'city_manager', CITY);
  const station = await addStation(server, COUNTY);
  const { secret, codes } = await addApp(station);
  const open = await firstStep(server, station);
  const unconfirmed = server.as((await server.login(manager.account, manager.password)).token);
  const reset = (by: Pick<Person, 'api'>, id: string) => outcome(by.api.call('POST user/reset_factor', { id }));
  expect(await reset({ api: unconfirmed }, station.id)).toBe('403 confirmation_required');
  expect(await reset(manager, manager.id)).toBe('409 conflict');
  expect(await reset(station, manager.id)).toBe('403 forbidden');
  expect(await reset(manager, station.id)).toBe('200');
  expect(await outcome(station.api.call('GET user', {}))).toBe('401 unauthenticated');
  expect(await outcome(prove(open.id, codeOf(secret, 1)))).toBe('410 gone');
  expect(await outcome(prove(open.id, codes[0] ?? '', 'recovery'))).toBe('410 gone');
  expect((await server.login(station.account, station.password)).token).toBeTruthy();
  expect(await auditOf('user/reset_factor', station.id)).toMatchObject([
    { by: { id: manager.id }, changes: { factors: [1, 0] } },
  ]);
});

test('secrets and codes are in no row, list, audit or log; the key stands beside the database', async () => {
  const person = await addManager(server, 'city_manager', CITY);
  const { secret, codes } = await addApp(person);
  const { items } = await server.admin.api.call('GET audit', { userId: person.id });
  const rows = await server.rawDatabase.sql('SELECT * FROM factors');
  const kept = await server.rawDatabase.sql('SELECT * FROM recovery_codes');
  const seen = JSON.stringify([items, rows, kept, await person.api.call('GET session/factors', {})]) + server.written();
  for (const hidden of [secret, ...codes.flatMap((code) => [code, code.replaceAll('-', '')])])
    expect(seen).not.toContain(hidden);
  const file = join(server.data, 'factors.key');
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
