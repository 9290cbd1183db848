import { digestOf, rowText } from '@shp/server/audit/rows';
import { errorTexts } from '@shp/server/errorTexts';
import type { AuditTable } from '@shp/server/store/schema/audit';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, type Person, startContract } from '../support/contract.ts';
import { pdf, scoresAt } from '../support/materials.ts';
import {
  addManager,
  addStation,
  addSupervisor,
  COUNTY,
  newAccount,
  PASSWORD,
  stationProfile,
} from '../support/people.ts';
import { addCast, assign, bring, ITEMS, step } from '../support/review.ts';
import { outcome, refusal } from '../support/strictClient.ts';
import { Tus } from '../support/tus.ts';

let server: Contract;
let county: Person;
/** Values that the audit must never contain. */
const secrets: string[] = [ADMIN_PASSWORD, PASSWORD];
beforeAll(async () => {
  server = await startContract();
  county = await addManager(server, 'county_manager', COUNTY);
});
afterAll(() => server.stop());

const audit = (filter: object = {}) => server.admin.api.call('GET audit', { size: 200, ...filter });
const verify = () => server.admin.api.call('GET audit/verify', {});

test('a change writes one audit row with actor, time, address, action, old and new values', async () => {
  const account = newAccount('station');
  const [{ at: before } = { at: '' }] = (await audit()).items;
  const input = { account, division: COUNTY, profile: stationProfile(account) };
  const { id, initialPassword = '' } = await county.api.call('POST user/add_station', input);
  secrets.push(initialPassword);
  await county.api.call('POST user/update_station', { id, profile: { river: '示例河', units: 3 } });
  await county.api.call('POST user/update_station', { id, profile: { river: null } });
  const { items } = await audit({ userId: county.id });
  const rows = items.filter(({ object }) => object.id === id);
  const { name } = input.profile;
  const common = {
    by: { id: county.id, name: `${county.account}（示例）`, role: 'county_manager' },
    object: { kind: 'station', id, name },
    address: '127.0.0.1',
  };
  expect(rows).toMatchObject([
    { ...common, action: 'user/update_station', changes: { river: ['示例河', null] } },
    { ...common, action: 'user/update_station', changes: { river: [null, '示例河'], units: [null, 3] } },
    { ...common, action: 'user/add_station', changes: { account: [null, account], division: [null, COUNTY] } },
  ]);
  for (const { at } of rows) {
    expect(at >= before).toBe(true);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  }
});

test('the audit list can be filtered by object', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  await station.api.call('POST assessment/update_form', { id, form: { unit: { owner: '业主（示例）' } } });
  const tus = Tus.of(server, station);
  const target = { target: 'file', assessmentId: id, category: 'other', filename: 'a.pdf' };
  const file = await tus.upload(target, pdf('a'));
  const told = async (objectId: string) => (await audit({ objectId })).items.map(({ action }) => action);
  expect(await told(id)).toEqual(['upload', 'assessment/update_form', 'assessment/add_assessment']);
  expect(await told(file ?? '')).toEqual(['upload']);
  expect(await told('nothing')).toEqual([]);
});

test('the audit list shows names of people and stations beside their ids', async () => {
  const { profile, id: supervisor } = await (await addSupervisor(server)).api.call('GET user', {});
  const aggregate = { id: supervisor, name: profile.name };
  const cast = await addCast(server, 2);
  const review = await bring(server, cast, 'first_passed');
  const { station } = await cast.first.api.call('GET assessment', { id: review.id });
  await server.admin.api.call('POST supervise/stations', { userId: supervisor, stationsId: [station.id] });
  const linked = { id: station.id, name: station.name };
  await server.admin.api.open('GET supervise/assessments_export', { userId: supervisor });
  await assign(review);
  await assign(review, cast.experts.slice(0, 1));
  await step(cast.final, review, 'reviewing');
  const experts = await cast.final.api.call('GET assessment/experts', { id: review.id });
  const [one] = experts.map(({ id, name }) => ({ id, name }));
  const both = cast.experts.map(({ id, account }) => ({ id, name: `${account}（示例）` }));
  await cast.experts[0]?.api.call('POST assessment/expert_scores', { id: review.id, items: scoresAt(ITEMS, 1, '') });
  const told = async (action: string) => (await audit({ action })).items.map(({ changes }) => changes);
  expect(await told('assessment/assign_experts')).toEqual([{ experts: [both, [one]] }, { experts: [[], both] }]);
  expect(await told('assessment/expert_scores')).toMatchObject([{ expert: [one, one] }]);
  expect(await told('supervise/stations')).toEqual([{ stations: [[], [linked]] }]);
  expect(await told('supervise/assessments_export')).toMatchObject([{ supervisor: [null, aggregate] }]);
});

test('a row names the station that its object belongs to as it is called today, or none', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const tus = Tus.of(server, station);
  await tus.upload({ target: 'file', assessmentId: id, category: 'other', filename: 'a.pdf' }, pdf('a'));
  const finding = await station.api.call('POST finding/add', { text: '护栏锈蚀（示例）' });
  await tus.upload({ target: 'finding', findingId: finding.id, filename: 'b.pdf' }, pdf('b'));
  const stranger = await addStation(server, COUNTY);
  expect(await outcome(stranger.api.call('POST assessment/delete', { id }))).toBe('404 not_found');
  await county.api.call('POST user/update_station', { id: station.id, profile: { name: '新名水电站（示例）' } });

  const { items } = await audit();
  const told = (action: string, kind: string, row = items) =>
    row.find(({ action: one, object, station: of }) => one === action && object.kind === kind && of !== null)?.station;
  const today = { id: station.id, name: '新名水电站（示例）' };
  for (const [action, kind] of [
    ['assessment/add_assessment', 'assessment'],
    ['upload', 'file'],
    ['finding/add', 'finding'],
    ['upload', 'finding'],
    ['assessment/delete', 'refusal'],
  ] as const)
    expect([kind, told(action, kind)]).toEqual([kind, today]);
  const ofStation = items.filter(({ object }) => object.id === station.id);
  expect(ofStation.map(({ station: of }) => of)).toEqual(ofStation.map(() => today));
  expect(ofStation.map(({ object }) => object.kind)).toContain('login');
  const added = await audit({ action: 'user/add_manager' });
  expect(added.items.map(({ station: of }) => of)).toEqual(added.items.map(() => null));
});

test('a failed login writes one audit row', async () => {
  secrets.push('wrong-1');
  await outcome(server.login(county.account, 'wrong-1'));
  const { items } = await audit();
  expect(items[0]).toMatchObject({ action: 'session/login', by: null, changes: { failed: [null, true] } });
});

describe('audit of refused requests', () => {
  let person: Person;
  beforeAll(async () => {
    person = await addManager(server, 'county_manager', COUNTY);
  });
  const refusals = async () =>
    (await audit({ userId: person.id })).items.filter(({ object }) => object.kind === 'refusal');

  test('a refusal for a wrong role or an unknown object is recorded with actor, action and reason', async () => {
    expect(await outcome(person.api.call('GET audit', {}))).toBe('403 forbidden');
    const unknown = { userId: 'nobody-here', softDelete: true };
    expect(await outcome(person.api.call('POST user/delete', unknown))).toBe('404 not_found');
    expect((await Tus.of(server, person).send('HEAD', '/api/upload/nothing', {})).status).toBe(404);
    const by = { id: person.id, name: `${person.account}（示例）`, role: 'county_manager' };
    expect(await refusals()).toMatchObject([
      { by, action: 'upload', object: { id: 'nothing' }, changes: { refused: [null, 'not_found'] } },
      { by, action: 'user/delete', object: { id: 'nobody-here' }, changes: { refused: [null, 'not_found'] } },
      { by, action: 'audit', object: { id: '' }, address: '127.0.0.1', changes: { refused: [null, 'forbidden'] } },
    ]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('repeated refusals write one row per minute, call and reason', async () => {
    const before = (await audit()).total;
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => outcome(person.api.call('GET user', { id: `guess-${at}` }))),
    );
    expect((await audit()).total).toBe(before + 1);
    const [row] = await refusals();
    expect(row).toMatchObject({ action: 'user', changes: { refused: [null, 'not_found'] } });
  });

  test('requests with an invalid token write no row', async () => {
    const before = (await audit()).total;
    for (const token of ['x'.repeat(43), 'forged', null])
      expect(await outcome(server.as(token).call('GET audit', {}))).toBe('401 unauthenticated');
    expect((await server.request('GET', '/api/nothing', { headers: { Token: person.token } })).status).toBe(404);
    expect((await audit()).total).toBe(before);
  });
});

test('exports, password resets, tokens and settings are audited', async () => {
  for (const person of [server.admin, county]) await server.confirm(person);
  const station = await addStation(server, COUNTY);
  await server.admin.api.open('GET user/export', { kind: 'stations', format: 'csv' });
  const { initialPassword } = await county.api.call('POST user/reset_password', { id: station.id });
  const { token } = await county.api.call('POST session/create_token', {
    name: 'job',
    scopes: ['read'],
    expiresInDays: 1,
  });
  secrets.push(initialPassword, token, county.token, server.admin.token);
  await server.admin.api.call('POST system/update_settings', { remindDays: 80 });
  const actions = (await audit({ size: 4 })).items.map(({ action }) => action);
  expect(actions).toEqual(['system/update_settings', 'session/create_token', 'user/reset_password', 'user/export']);
});

describe('audit list', () => {
  test('is sorted newest first and pages without gaps', async () => {
    const { total, items } = await audit();
    const pages = [];
    for (let page = 1; page <= Math.ceil(total / 7); page++) pages.push(...(await audit({ page, size: 7 })).items);
    expect(pages).toEqual(items);
    const times = items.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('is in chronological order under concurrent writes', async () => {
    const add = (password: object) => {
      const account = newAccount('station');
      const input = { account, division: COUNTY, profile: stationProfile(account), ...password };
      return county.api.call('POST user/add_station', input);
    };
    const chosen = { password: hashPassword(PASSWORD) };
    await Promise.all(Array.from({ length: 60 }, (_, count) => add(count % 2 === 0 ? chosen : {})));
    const times = (await audit({ size: 60 })).items.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('filters by actor, action and time', async () => {
    const { items } = await audit();
    const [middle] = items.slice(5);
    const at = middle?.at ?? '';
    expect((await audit({ action: 'user/add_station' })).items).toEqual(
      items.filter(({ action }) => action === 'user/add_station'),
    );
    expect((await audit({ userId: county.id })).items).toEqual(items.filter(({ by }) => by?.id === county.id));
    expect((await audit({ from: at })).items).toEqual(items.filter((row) => row.at >= at));
    expect((await audit({ to: at })).items).toEqual(items.filter((row) => row.at <= at));
    expect((await audit({ action: 'nothing' })).total).toBe(0);
    // A day means China Standard Time, from its first to its last instant.
    const today = dayOf(at);
    expect((await audit({ from: today, to: today })).items).toEqual(items.filter((row) => dayOf(row.at) === today));
    const dayBefore = dayOf(new Date(Date.parse(at) - DAY));
    expect((await audit({ to: dayBefore })).total).toBe(items.filter((row) => dayOf(row.at) <= dayBefore).length);
    expect((await audit({ from: '2100-01-01T00:00:00.000Z' })).total).toBe(0);
    expect((await audit({ to: '2000-01-01T00:00:00.000Z' })).total).toBe(0);
  });

  test('has the right total for each filter, also after new rows arrive', async () => {
    const at = (await audit()).items[5]?.at ?? '';
    const filters = [
      {},
      { action: 'user/add_station' },
      { userId: county.id },
      { from: at },
      { userId: county.id, to: at },
    ];
    for (let turn = 0; turn < 2; turn++) {
      for (const filter of filters) {
        const { total, items } = await audit(filter);
        expect(items).toHaveLength(total);
      }
      await addStation(server, COUNTY);
      await county.api.call('POST user/my_profile', { contact: `第${turn}人` });
    }
  });
});

test('no password, hash or token is stored in the audit or anywhere else in the database', async () => {
  const { sql, tables } = server.rawDatabase;
  const rows = await Promise.all((await tables()).map((name) => sql(`SELECT * FROM "${name}"`)));
  const everything = JSON.stringify(rows);
  expect(everything).toContain(county.account);
  for (const secret of secrets) {
    expect(everything).not.toContain(secret);
    expect(everything.toUpperCase()).not.toContain(hashPassword(secret));
  }
});

describe('audit chain', () => {
  test('is valid', async () => {
    const { total } = await audit();
    expect(await verify()).toEqual({ ok: true, rows: total, firstBroken: null, history: null });
  });

  test('triggers refuse to change or delete rows', async () => {
    for (const deed of ["UPDATE audit SET action = 'x' WHERE seq = 1", 'DELETE FROM audit WHERE seq = 1'])
      await expect(server.rawDatabase.sql(deed)).rejects.toThrow(/append-only/);
  });

  test.each<[string, string, string]>([
    ['another account', 'by_id', 'somebody'],
    ['another person', 'by_name', '某人'],
    ['another role', 'by_role', 'admin'],
    ['another action', 'action', 'user/profile'],
    ['another kind of object', 'object_kind', 'expert'],
    ['another object', 'object_id', 'nothing'],
    ['another name', 'object_name', '某站'],
    ['another address', 'address', '192.0.2.1'],
    ['another time', 'at', '2026-01-01T00:00:00.000Z'],
    ['another change', 'changes', '{}'],
    ['another digest', 'digest', '0'.repeat(64)],
  ])('verification finds a row whose column changed: %s', async (_name, column, value) => {
    const [{ id = '' } = {}] = (await audit({ action: 'user/update_station' })).items;
    const { sql, tamper } = server.rawDatabase;
    const [row] = await sql<Record<string, string>>(`SELECT ${column} FROM audit WHERE id = ?`, id);
    await tamper('audit', `UPDATE audit SET ${column} = ? WHERE id = ?`, value, id);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: id });
    await tamper('audit', `UPDATE audit SET ${column} = ? WHERE id = ?`, row?.[column] ?? null, id);
    expect(await verify()).toMatchObject({ ok: true, firstBroken: null });
  });

  test('verification finds that the newest row was deleted', async () => {
    const [{ id } = { id: '' }, before] = (await audit()).items;
    const { sql, tamper } = server.rawDatabase;
    const [row = {}] = await sql<Record<string, string>>('SELECT * FROM audit WHERE id = ?', id);
    await tamper('audit', 'DELETE FROM audit WHERE id = ?', id);
    expect(await verify()).toMatchObject({ ok: false, firstBroken: before?.id });
    const columns = Object.keys(row);
    const values = columns.map(() => '?');
    await sql(`INSERT INTO audit (${columns}) VALUES (${values})`, ...Object.values(row));
    expect(await verify()).toMatchObject({ ok: true, firstBroken: null });
  });

  test('rows deleted from the end stay detected after a failed login, and changes are refused', async () => {
    const cut = (await audit({ size: 2 })).items.map(({ id }) => id);
    const { sql, tamper } = server.rawDatabase;
    const rows = await sql<Record<string, string>>('SELECT * FROM audit WHERE id IN (?, ?) ORDER BY seq', ...cut);
    for (const id of cut) await tamper('audit', 'DELETE FROM audit WHERE id = ?', id);
    const broken = await verify();
    expect(broken).toMatchObject({ ok: false });
    expect(await outcome(server.login(county.account, 'wrong-1'))).toBe('503 overloaded');
    expect(await outcome(server.login(county.account, PASSWORD))).toBe('503 overloaded');
    const account = newAccount('station');
    const input = { account, division: COUNTY, profile: stationProfile(account) };
    for (const lang of ['en', 'zh'] as const) {
      const told = await refusal(server.as(county.token, lang).call('POST user/add_station', input));
      expect([told.status, told.message]).toEqual([503, errorTexts[lang].text.troubles.audit]);
    }
    expect(await sql('SELECT id FROM users WHERE account = ?', account)).toEqual([]);
    expect(await sql('SELECT id FROM sessions WHERE user_id = ?', county.id)).toHaveLength(1);
    expect(await verify()).toEqual(broken);
    for (const row of rows) {
      const columns = Object.keys(row);
      await sql(`INSERT INTO audit (${columns}) VALUES (${columns.map(() => '?')})`, ...Object.values(row));
    }
    expect(await verify()).toMatchObject({ ok: true });
    await county.api.call('POST user/add_station', input);
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('verification finds a forged row with a correct digest', async () => {
    const [newest] = (await audit({ size: 1 })).items;
    const { sql, tamper } = server.rawDatabase;
    const [row = {}] = await sql<Record<string, string>>('SELECT * FROM audit WHERE id = ?', newest?.id ?? '');
    const forged = { ...row, id: 'forged', seq: Number(row.seq) + 1 };
    const digest = digestOf(newest?.digest ?? '', rowText(forged as unknown as AuditTable));
    const values: Record<string, string | number> = { ...forged, digest };
    const columns = Object.keys(values);
    await sql(`INSERT INTO audit (${columns}) VALUES (${columns.map(() => '?')})`, ...Object.values(values));
    expect(await verify()).toMatchObject({ ok: false, firstBroken: 'forged' });
    expect(await outcome(server.login(county.account, 'wrong-1'))).toBe('503 overloaded');
    await tamper('audit', 'DELETE FROM audit WHERE id = ?', 'forged');
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('verification finds that all rows are deleted, or fewer than the counter says', async () => {
    const { sql, tamper } = server.rawDatabase;
    const [end] = await sql<{ count: number }>('SELECT count FROM audit_end');
    await sql('UPDATE audit_end SET count = count + 1');
    expect(await verify()).toMatchObject({ ok: false, rows: Number(end?.count) });
    await sql('UPDATE audit_end SET count = count - 1');
    const rows = await sql<Record<string, string>>('SELECT * FROM audit ORDER BY seq');
    await tamper('audit', 'DELETE FROM audit');
    expect(await verify()).toMatchObject({ ok: false, rows: 0, firstBroken: null, history: 'changed' });
    for (const row of rows) {
      const columns = Object.keys(row);
      await sql(`INSERT INTO audit (${columns}) VALUES (${columns.map(() => '?')})`, ...Object.values(row));
    }
    expect(await verify()).toMatchObject({ ok: true });
  });

  test('verification finds a deleted row at its successor', async () => {
    const rows = (await audit()).items.reverse();
    const [taken, next] = rows.slice(4);
    await server.rawDatabase.tamper('audit', 'DELETE FROM audit WHERE id = ?', taken?.id ?? '');
    expect(await verify()).toMatchObject({ ok: false, firstBroken: next?.id });
  });
});
