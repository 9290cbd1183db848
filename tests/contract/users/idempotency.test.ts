import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addManager,
  COUNTY,
  expertProfile,
  firstLogin,
  NEIGHBOUR,
  newAccount,
  stationProfile,
} from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
let county: Person;
beforeAll(async () => {
  server = await startContract();
  county = await addManager(server, 'county_manager', COUNTY);
});
afterAll(() => server.stop());

const inputOf = (account: string) => ({ account, division: COUNTY, profile: stationProfile(account) });
const add = (account: string, idempotencyKey: string, by = county, change: object = {}) =>
  by.api.call('POST user/add_station', { ...inputOf(account), ...change }, { idempotencyKey });
const count = async (account: string) => (await server.admin.api.call('GET user/stations', { filter: account })).total;

test('a repetition creates nothing and returns a fresh initial password before the first login', async () => {
  const account = newAccount('station');
  const first = await add(account, account);
  const second = await add(account, account);
  expect(second.id).toBe(first.id);
  expect(second.initialPassword).not.toBe(first.initialPassword);
  expect(await outcome(server.login(account, first.initialPassword ?? ''))).toBe('400 bad_credentials');
  await firstLogin(server, account, second.initialPassword ?? '');
  expect(await count(account)).toBe(1);
});

test('a repetition after the first login returns the id only and changes nothing', async () => {
  const account = newAccount('station');
  const { id, initialPassword = '' } = await add(account, account);
  const person = await firstLogin(server, account, initialPassword);
  expect(await add(account, account)).toEqual({ id });
  expect(await outcome(person.api.call('GET user', {}))).toBe('200');
  expect(await outcome(server.login(account, person.password))).toBe('200');
});

test('a repetition with a chosen password returns the id only', async () => {
  const account = newAccount('station');
  const password = hashPassword('chosen-1');
  const { id } = await add(account, account, county, { password });
  expect(await add(account, account, county, { password })).toEqual({ id });
  expect(await outcome(server.login(account, 'chosen-1'))).toBe('200');
});

test('the same key with another body or call is a conflict and creates nothing', async () => {
  const account = newAccount('station');
  await add(account, account);
  const other = newAccount('station');
  expect(await outcome(add(other, account))).toBe('409 conflict');
  expect(await count(other)).toBe(0);
  const key = newAccount('key');
  const city = await addManager(server, 'city_manager', '450300');
  await add(newAccount('station'), key, city);
  const expert = newAccount('expert');
  const call = city.api.call(
    'POST user/add_expert',
    { account: expert, profile: expertProfile(expert) },
    { idempotencyKey: key },
  );
  expect(await outcome(call)).toBe('409 conflict');
});

test('keys of different accounts are independent', async () => {
  const [one, two] = [newAccount('station'), newAccount('station')];
  const first = await add(one, 'shared');
  const second = await add(two, 'shared', server.admin);
  expect(second.id).not.toBe(first.id);
});

test('five concurrent calls with one key create one account with one valid password', async () => {
  const account = newAccount('station');
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(account, account)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await count(account)).toBe(1);
  const logins = [];
  for (const { initialPassword = '' } of answers) logins.push(await outcome(server.login(account, initialPassword)));
  expect(logins.filter((login) => login === '200').length).toBe(1);
});

test('a refused call does not use up its key', async () => {
  const [taken, account, key] = [newAccount('station'), newAccount('station'), newAccount('key')];
  await add(taken, newAccount('key'));
  expect(await outcome(add(taken, key))).toBe('409 conflict');
  expect(await outcome(add(account, key, county, { division: NEIGHBOUR }))).toBe('400 invalid');
  expect(await outcome(add(account, key))).toBe('200');
});

test("a repetition is judged by the caller's current rights", async () => {
  const manager = await addManager(server, 'county_manager', COUNTY);
  const account = newAccount('station');
  await add(account, account, manager);
  await server.admin.api.call('POST user/update_manager', { id: manager.id, division: NEIGHBOUR });
  const moved = await server.login(manager.account, manager.password);
  expect(await outcome(add(account, account, moved))).toBe('400 invalid');
});

test('a key expires after a day, however often it is used', async () => {
  const account = newAccount('station');
  await add(account, account);
  const kept = () => server.rawDatabase.sql('SELECT created_at FROM idempotency WHERE key = ?', account);
  const since = await kept();
  await add(account, account);
  expect(await kept()).toEqual(since);
  const dayAgo = new Date(Date.now() - 24.01 * 3_600_000).toISOString();
  await server.rawDatabase.sql('UPDATE idempotency SET created_at = ? WHERE key = ?', dayAgo, account);
  expect(await outcome(add(account, account))).toBe('409 conflict');
  expect(await outcome(add(newAccount('station'), account))).toBe('200');
});
