import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Seal } from '@shp/server/auth/factors/seal';
import { Dispatcher } from '@shp/server/notices/delivery/dispatcher';
import { newWebhookSecret } from '@shp/server/notices/delivery/webhook';
import { notify } from '@shp/server/notices/notify';
import { writePreferences } from '@shp/server/store/notices/preferences';
import { writeSettings } from '@shp/server/store/repositories/settings';
import { DAY, HOUR } from '@shp/shared/domain/lib/days';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Receiver } from '../../tests/support/postbox.ts';
import { openDemo, type TestDatabase } from './demoDatabase.ts';

let db: TestDatabase;
let receiver: Receiver;
let dispatcher: Dispatcher;
/** The clock of the test. */
let now = 0;
let station: {
  id: string;
  number: string;
  station_id: string;
  station_name: string;
  division: string;
  level: 1 | 2 | 3;
  status: 'draft';
};
const log = {
  warn() {},
  error(details: object) {
    throw Object.assign(new Error('logged'), details);
  },
};

beforeEach(async () => {
  db = await openDemo({ size: { stations: 5, assessments: 5 }, files: false });
  await db.write.deleteFrom('notices').execute();
  receiver = new Receiver();
  receiver.secret = newWebhookSecret();
  now = Date.parse('2026-11-23T03:00:00.000Z');
  dispatcher = new Dispatcher({ db, seal: new Seal(db.data), publicUrl: 'https://shp.example', log, now: () => now });
  const row = await db.read.selectFrom('assessments').selectAll().limit(1).executeTakeFirstOrThrow();
  station = { ...row, status: 'draft' };
  await writeSettings(db.write, { ...DEFAULT_SETTINGS, webhookOwnNetwork: true });
  const webhook = await receiver.listen();
  const chosen = { overdue: { webhook: 'daily' } } as const;
  await writePreferences(db.write, row.station_id, {
    lang: 'en',
    mail: null,
    webhook,
    secret: receiver.secret,
    chosen,
  });
});
afterEach(async () => {
  await dispatcher.close();
  await receiver.close();
  await db.close();
});

const tell = (kind: 'returned' | 'overdue') =>
  db.write.transaction().execute(async (tx) => {
    const write = { db: tx, now: new Date(now).toISOString() };
    const status = kind === 'overdue' ? ({ status: 'draft' } as const) : {};
    await notify(write, kind, station, status as { status: 'draft' }, { by: null });
  });
const noticesOf = async () => {
  const rows = await db.read.selectFrom('notices').select(['id', 'kind', 'user_id']).orderBy('seq').execute();
  return rows.filter((row) => row.kind !== 'undelivered' && row.user_id === station.station_id).map(({ id }) => id);
};
const received = () => receiver.taken.map(({ body }) => body.data.id);
/** Lets time pass in steps, as the server looks for messages. */
async function pass(ms: number, every: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now = Math.min(now + every, end);
    await dispatcher.look();
    await dispatcher.drain();
  }
}

test('a receiver that is down for an hour gets everything in order when it is back', async () => {
  receiver.mood = () => 'refuse';
  for (let minute = 0; minute < 60; minute++) {
    await tell('returned');
    await pass(60_000, 60_000);
  }
  expect(receiver.taken).toEqual([]);
  receiver.mood = () => 'take';
  await pass(11 * 60_000, 60_000);
  expect(received()).toEqual(await noticesOf());
  expect(received()).toHaveLength(60);
}, 60_000);

test('what cannot be delivered for three days is dropped, and its account is told once', async () => {
  receiver.mood = () => 'refuse';
  await tell('returned');
  await tell('returned');
  await pass(3 * DAY - HOUR, HOUR);
  expect(await db.read.selectFrom('deliveries').selectAll().execute()).toHaveLength(2);
  await pass(3 * HOUR, HOUR / 4);
  // What tells of the failure waits for the receiver in turn.
  const kinds = await db.read.selectFrom('notices').select(['kind', 'params']).orderBy('seq').execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['returned', 'returned', 'undelivered']);
  expect(JSON.parse(kinds[2]?.params ?? '')).toMatchObject({
    channel: 'webhook',
    target: expect.stringMatching(/^127/),
  });
}, 60_000);

test('the notices of a day come as one message at 8:00, with the same id when repeated', async () => {
  await tell('overdue');
  await pass(HOUR, HOUR);
  await tell('overdue');
  await pass(19 * HOUR, HOUR);
  expect(receiver.taken).toEqual([]);
  receiver.mood = () => 'breakOff';
  await pass(2 * HOUR, HOUR);
  await tell('overdue');
  receiver.mood = () => 'take';
  await pass(HOUR, HOUR / 4);
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(1);
  expect(receiver.taken.length).toBeGreaterThan(1);
  const [first, second] = await noticesOf();
  const [{ body } = { body: null }] = receiver.taken;
  expect(body).toMatchObject({ type: 'notices.daily', data: { notices: [{ id: first }, { id: second }] } });
  expect(JSON.stringify(body)).toContain(`https://shp.example/assessments/${station.id}/station`);
}, 60_000);

test('several servers send each message once', async () => {
  const others = [1, 2].map(
    () => new Dispatcher({ db, seal: new Seal(db.data), publicUrl: null, log, now: () => now }),
  );
  for (let count = 0; count < 20; count++) await tell('returned');
  await Promise.all([dispatcher, ...others].map((one) => one.drain()));
  expect(received()).toEqual(await noticesOf());
  for (const other of others) await other.close();
});

test('a lane whose work failed unexpectedly is taken up when its lease ends, while another one is worked', async () => {
  const waiting: ServerResponse[] = [];
  const silent = createServer((_request, response) => void waiting.push(response));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const webhook = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const other = await db.read
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'station')
    .where('id', '!=', station.station_id)
    .executeTakeFirstOrThrow();
  const secret = newWebhookSecret();
  await writePreferences(db.write, other.id, { lang: 'en', mail: null, webhook, secret, chosen: {} });
  const tellOther = { ...station, station_id: other.id };
  await db.write.transaction().execute(async (tx) => {
    await notify({ db: tx, now: new Date(now).toISOString() }, 'returned', tellOther, {}, { by: null });
  });
  await tell('returned');
  await sql`CREATE TRIGGER failing BEFORE DELETE ON deliveries BEGIN SELECT RAISE(ABORT, 'failing'); END`.execute(
    db.write,
  );
  const errors: object[] = [];
  const working = new Dispatcher({
    ...{ db, seal: new Seal(db.data), publicUrl: null, now: () => now },
    log: { warn() {}, error: (details) => errors.push(details) },
  });
  const leaseOf = async (user: string) =>
    (await db.read.selectFrom('delivery_lanes').select('lease_until').where('user_id', '=', user).executeTakeFirst())
      ?.lease_until;
  await working.start();
  await expect.poll(() => [errors.length, waiting.length]).toEqual([1, 1]);
  const ends = (await leaseOf(station.station_id)) ?? '';
  await sql`DROP TRIGGER failing`.execute(db.write);
  now += 1000;
  await expect.poll(() => leaseOf(other.id), { timeout: 10_000 }).toBe(new Date(Date.parse(ends) + 1000).toISOString());
  now = Date.parse(ends);
  await expect.poll(() => receiver.taken.length, { timeout: 10_000 }).toBe(2);
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(1);
  expect(waiting).toHaveLength(1);
  for (const response of waiting) response.writeHead(204).end();
  await working.close();
  silent.close();
}, 30_000);
