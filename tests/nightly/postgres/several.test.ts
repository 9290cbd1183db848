import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addExpert, addManager, addStation, COUNTY, newAccount, stationProfile } from '../../support/people.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { bring, type Cast } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

/** Two servers on one database and one file directory. */
let data: string;
let one: Contract;
let two: Contract;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-several-'));
  [one, two] = await Promise.all([startContract(undefined, data), startContract(undefined, data)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await dropDatabaseOf(data);
  await rm(data, { recursive: true });
});

test('concurrent upload requests cause no driver warnings', async () => {
  const tus = Tus.of(one, one.admin);
  const document = { target: 'document', roles: '', filename: 'many.pdf' };
  const begun = await Promise.all(Array.from({ length: 15 }, () => tus.begin(document, 10)));
  const asked = await Promise.all(begun.map((location) => tus.head(location)));
  expect(asked.map(({ status }) => status)).toEqual(begun.map(() => 200));
  expect(one.written()).not.toContain('Warning');
});

test('servers started together on an empty database create one schema, one administrator and one standard', async () => {
  const { sql } = one.rawDatabase;
  expect(await sql("SELECT id FROM users WHERE role = 'admin'")).toHaveLength(1);
  expect(await sql('SELECT version FROM standards')).toHaveLength(1);
  expect(await sql('SELECT name FROM kysely_migration')).not.toEqual([]);
});

test('a change on one server is visible on the other at once: sessions, logouts, settings', async () => {
  const person = await addManager(one, 'county_manager', COUNTY);
  const there = two.as(person.token);
  expect(await outcome(there.call('GET user', {}))).toBe('200');
  await two.admin.api.call('POST system/update_settings', { minExperts: 4 });
  expect((await one.admin.api.call('GET system/settings', {})).minExperts).toBe(4);
  await person.api.call('POST session/logout', {});
  expect(await outcome(there.call('GET user', {}))).toBe('401 unauthenticated');
});

test('failed logins count across servers', async () => {
  const { account } = await addManager(one, 'ministry_manager');
  await one.admin.api.call('POST system/update_settings', { loginAttempts: { account: 4, address: 600 } });
  const wrong = { account, password: hashPassword('wrong-1'), key: '', code: '' };
  const tried = [one, two, one, two].map((server) => outcome(server.guest.call('POST session/login', wrong)));
  expect(new Set(await Promise.all(tried))).toEqual(new Set(['400 bad_credentials']));
  for (const server of [one, two])
    expect(await outcome(server.guest.call('POST session/login', wrong))).toBe('429 too_many_requests');
});

test('one idempotency key sent to both servers at once creates one account', async () => {
  const county = await addManager(one, 'county_manager', COUNTY);
  const accounts = Array.from({ length: 15 }, () => newAccount('both'));
  const add = (server: Contract, account: string) =>
    server
      .as(county.token)
      .call(
        'POST user/add_station',
        { account, division: COUNTY, profile: stationProfile(account) },
        { idempotencyKey: account },
      );
  const pairs = await Promise.all(accounts.map((account) => Promise.all([add(one, account), add(two, account)])));
  for (const [first, second] of pairs) expect(second.id).toBe(first.id);
  const { items } = await county.api.call('GET user/stations', { size: 200 });
  expect(items.map(({ account }) => account)).toEqual(expect.arrayContaining(accounts));
  expect(items.filter(({ account }) => accounts.includes(account))).toHaveLength(accounts.length);
});

test('a server killed during many changes leaves nothing half done, and the other accepts the same keys', async () => {
  const county = await addManager(one, 'county_manager', '450304');
  const doomed = await startContract(undefined, data);
  const accounts = Array.from({ length: 30 }, () => newAccount('burst'));
  const add = (server: Contract, account: string) =>
    server
      .as(county.token)
      .call(
        'POST user/add_station',
        { account, division: '450304', profile: stationProfile(account) },
        { idempotencyKey: account },
      );
  const answers = accounts.map((account) => add(doomed, account).catch(() => null));
  await answers[3];
  await doomed.kill9();
  const made = await Promise.all(answers);
  for (const [index, account] of accounts.entries()) {
    const { id } = await add(two, account);
    expect(made[index]?.id ?? id).toBe(id);
  }
  expect((await county.api.call('GET user/stations', {})).total).toBe(accounts.length);
  expect(await two.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
});

test('one step sent to both servers at once is made once, and the audit chain stays valid', async () => {
  await one.admin.api.call('POST system/update_settings', { minExperts: 2 });
  const first = await addManager(one, 'county_manager', COUNTY);
  const final = await addManager(one, 'city_manager', '450300');
  const cast: Cast = { first, final, experts: [await addExpert(one), await addExpert(one)] };
  for (let round = 0; round < 3; round++) {
    const { id } = await bring(one, cast, 'submitted');
    const step = { id, status: 'first_passed' as const, description: '' };
    const both = [one, two].map((server) => outcome(server.as(first.token).call('POST assessment/add_event', step)));
    expect((await Promise.all(both)).sort()).toEqual(['200', '409 transition_not_allowed']);
  }
  expect(await two.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true, firstBroken: null });
});

test('a total follows changes made by the other server', async () => {
  const county = await addManager(one, 'county_manager', '450103');
  const total = async (server: Contract) =>
    (await server.as(county.token).call('GET assessment/query', { county: '450103' })).total;
  const stations = [await addStation(one, '450103'), await addStation(one, '450103')];
  for (const [index, station] of stations.entries()) {
    expect([await total(one), await total(two)]).toEqual([index, index]);
    await two.as(station.token).call('POST assessment/add_assessment', { level: 3 });
    expect([await total(one), await total(two)]).toEqual([index + 1, index + 1]);
  }
});

test('an upload started on one server continues on the other, which takes over from a stuck client', async () => {
  const bytes = pdfOf(200_000);
  const here = Tus.of(one, one.admin);
  const there = Tus.of(two, one.admin);
  const location = await here.begin({ target: 'document', roles: '', filename: 'a.pdf' }, bytes.length);
  const line = await here.hold(location, 0, bytes.length, bytes.slice(0, 80_000));
  // A `HEAD` takes the upload over, so first wait until all sent bytes are stored.
  const id = location.split('/').at(-1) ?? '';
  await vi.waitFor(async () => expect(await rawFileStore(data).partSize(id)).toBe(80_000), { timeout: 20_000 });
  expect((await there.head(location)).headers.get('Upload-Offset')).toBe('80000');
  const done = await there.patch(location, 80_000, bytes.slice(80_000));
  expect(done.headers.get('File-Id')).toBe(id);
  await line.cut();
});

test('the last bytes of an upload sent to both servers at once are stored once', async () => {
  const tus = [Tus.of(one, one.admin), Tus.of(two, one.admin)] as const;
  const title = 'twice';
  const sent = [];
  for (let round = 0; round < 6; round++) {
    const bytes = pdfOf(200_000, round);
    sent.push(sha256(bytes));
    const location = await tus[0].begin({ target: 'document', roles: '', filename: `${title}.pdf` }, bytes.length);
    await tus[1].patch(location, 0, bytes.slice(0, 50_000));
    const last = await Promise.all(tus.map((each) => each.patch(location, 50_000, bytes.slice(50_000))));
    for (const { status } of last) expect([204, 409]).toContain(status);
    expect((await tus[1].head(location)).headers.get('File-Id')).toBe(location.split('/').at(-1));
  }
  const { items } = await one.admin.api.call('GET document/list', { desc: false, size: 200 });
  expect(items.filter((file) => file.title === title).map((file) => file.sha256)).toEqual(sent);
});

test('an upload cancelled on one server while the other gets its last bytes is either gone or a file, and both say which', async () => {
  const bytes = pdfOf(1000);
  for (let round = 0; round < 12; round++) {
    const location = await Tus.of(one, one.admin).begin({ target: 'document', roles: '', filename: 'c.pdf' }, 1000);
    const [sent, ended] = await Promise.all([
      Tus.of(one, one.admin).patch(location, 0, bytes),
      Tus.of(two, one.admin).end(location),
    ]);
    const { items } = await one.admin.api.call('GET document/list', { desc: true, size: 1 });
    const became = items.some(({ id }) => location.endsWith(id)) ? 'a file' : 'gone';
    expect([
      [204, 409, 'a file'],
      [404, 204, 'gone'],
      [409, 204, 'gone'],
    ]).toContainEqual([sent.status, ended.status, became]);
  }
});

test('connections cut by the database are reopened', async () => {
  await one.rawDatabase.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await vi.waitFor(async () => expect(await outcome(one.guest.call('GET health', {}))).toBe('200'), {
    timeout: 20_000,
  });
  const became = await outcome(addManager(one, 'ministry_manager'));
  expect(['200', '503 overloaded']).toContain(became);
  await vi.waitFor(() => addManager(one, 'ministry_manager'), { timeout: 20_000 });
  await Tus.of(one, one.admin).upload({ target: 'document', roles: '', filename: 'b.pdf' }, pdfOf(500));
});
