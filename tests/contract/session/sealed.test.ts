import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Seal } from '@shp/server/auth/factors/seal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { type Desk, newDesk } from '../../support/desk.ts';
import { addApp, codeOf, firstStep, forgetCodes } from '../../support/factors.ts';
import { setPost } from '../../support/noticeKills.ts';
import { Postbox, Receiver } from '../../support/postbox.ts';
import { addCast, type Cast, prepare, type Review, step } from '../../support/review.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
let desk: Desk;
let cast: Cast;
let review: Review;
let app: Awaited<ReturnType<typeof addApp>>;
let data: string;
let file: string;
const postbox = new Postbox();
const receiver = new Receiver();
beforeAll(async () => {
  server = await startContract();
  ({ data } = server);
  file = join(data, 'factors.key');
  desk = await newDesk();
  cast = await addCast(server, 1);
  review = await prepare(server, cast);
  await setPost(server, await postbox.listen());
  const { mail } = await server.admin.api.call('GET system/settings', {});
  if (!mail) throw new Error('an administrator reads all settings');
  await server.admin.api.call('POST system/update_settings', { mail: { ...mail, password: 'geheim-9' } });
  app = await addApp(cast.first);
  const given = { mail: 'first@shp.test', webhook: await receiver.listen() };
  receiver.secret = (await cast.first.api.call('POST notice/preferences', given)).secret ?? '';
});
afterAll(async () => {
  await server.stop();
  await desk.clear();
  await postbox.close();
  await receiver.close();
});

const place = () => ['--data', data, ...(server.database === null ? [] : ['--database-url', server.database])];
const doctor = async () => {
  const { out } = await desk.shp(['doctor', ...place(), '--format', 'json']);
  return (JSON.parse(out) as { check: string; problem: string }[]).filter(({ check }) => check === 'secret');
};
const signIn = async () => {
  await forgetCodes(server, cast.first.id);
  const { id } = await firstStep(server, cast.first);
  return server.guest.call('POST session/factor', { id, kind: 'totp', code: codeOf(app.secret) });
};
async function startAgain(between: () => void): Promise<void> {
  await server.kill9();
  between();
  server = await startContract(['--no-captcha'], data);
}
/** What the database holds sealed, opened with the keys of the directory. */
async function openedSecrets(): Promise<string[]> {
  const seal = new Seal(data);
  const apps = await server.rawDatabase.sql<{ user_id: string; secret: string }>('SELECT user_id, secret FROM factors');
  const hooks = await server.rawDatabase.sql<{ user_id: string; webhook_secret: string }>(
    'SELECT user_id, webhook_secret FROM notice_preferences',
  );
  const [row] = await server.rawDatabase.sql<{ value: string }>('SELECT value FROM settings WHERE id = 1');
  const settings = JSON.parse(row?.value ?? '') as { mail: { password: string } };
  return [
    ...apps.map(({ user_id, secret }) => seal.open(secret, user_id)),
    ...hooks.map(({ user_id, webhook_secret }) => seal.open(webhook_secret, `webhook/${user_id}`)),
    seal.open(settings.mail.password, 'settings/mail.password'),
  ];
}
const all = () => [app.secret, receiver.secret, 'geheim-9'];

test('without its key: the start, the doctor and the log say so, nothing is lost, and a login names the ways out', async () => {
  await startAgain(() => renameSync(file, `${file}.away`));
  expect(server.written().match(/SEALED SECRETS: .*factors\.key/g)).toHaveLength(3);
  expect((await doctor()).map(({ problem }) => problem)).toEqual([
    'the key file factors.key does not open the setting mail.password',
    'the key file factors.key does not open the authenticator apps of accounts: 1',
    'the key file factors.key does not open the webhook secrets of accounts: 1',
  ]);
  await step(await server.login(review.station.account, review.station.password), review, 'submitted');
  await expect.poll(() => server.written().match(/notices wait: a sealed secret/g)?.length).toBe(2);
  const { id } = await firstStep(server, cast.first);
  const told = await refusal(
    server.guest.call('POST session/factor', { id, kind: 'totp', code: codeOf(app.secret, 1) }),
  );
  expect([told.status, told.body.message]).toEqual([409, expect.stringContaining('Use a recovery code')]);
  const [code = ''] = app.codes;
  await server.guest.call('POST session/factor', { id, kind: 'recovery', code });
  const waiting = await server.rawDatabase.sql('SELECT message FROM deliveries');
  expect([waiting.length, postbox.taken.length, receiver.taken.length]).toEqual([2, 0, 0]);
  expect(await server.rawDatabase.sql('SELECT failing_since FROM delivery_lanes WHERE tries > 0')).toEqual([
    { failing_since: null },
    { failing_since: null },
  ]);
  // No restart is needed.
  renameSync(`${file}.away`, file);
  await expect.poll(() => [postbox.taken.length, receiver.taken.length], { timeout: 60_000 }).toEqual([1, 1]);
  expect(receiver.forged).toBe(0);
  await signIn();
  expect(await doctor()).toEqual([]);
}, 120_000);

test('a new key seals everything anew beside a running server, which goes on, and is in the audit', async () => {
  const [before, rows] = [readFileSync(file, 'utf8'), await server.rawDatabase.sql('SELECT secret FROM factors')];
  const run = await desk.shp(['keys', 'reseal', ...place(), '--format', 'json']);
  expect([run.code, run.err]).toEqual([0, expect.stringContaining(`new factors.key in ${data}: 3.`)]);
  expect(JSON.parse(run.out)).toMatchObject({ secrets: 3, unreadable: 0 });
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(existsSync(`${file}.next`)).toBe(false);
  expect(await server.rawDatabase.sql('SELECT secret FROM factors')).not.toEqual(rows);
  expect(await openedSecrets()).toEqual(all());
  await signIn();
  const { items } = await server.admin.api.call('GET audit', { action: 'keys/reseal' });
  expect(items).toMatchObject([{ by: null, object: { kind: 'key' }, changes: { secrets: [null, 3] } }]);
  expect(JSON.stringify(items)).not.toContain(before.trim());
}, 60_000);

test('wherever the exchange is killed, each secret opens, and the next run goes on', async () => {
  for (const ms of [0, 150, 300, 450, 600]) {
    const { child, done } = desk.start(['keys', 'reseal', ...place()]);
    await sleep(ms);
    child.kill('SIGKILL');
    await done;
    expect(await openedSecrets()).toEqual(all());
  }
  // Cut off before and after the transaction.
  writeFileSync(`${file}.next`, `${'5'.repeat(64)}\n`, { mode: 0o600 });
  expect(await openedSecrets()).toEqual(all());
  copyFileSync(file, `${file}.kept`);
  expect(await desk.shp(['keys', 'reseal', ...place()])).toMatchObject({ code: 0 });
  renameSync(file, `${file}.next`);
  renameSync(`${file}.kept`, file);
  expect(await openedSecrets()).toEqual(all());
  await signIn();
  expect(await desk.shp(['keys', 'reseal', ...place()])).toMatchObject({ code: 0 });
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.next`)]).toEqual([`${'5'.repeat(64)}\n`, false]);
  expect(await openedSecrets()).toEqual(all());
}, 120_000);

test('a key that opens nothing is not exchanged', async () => {
  const key = readFileSync(file);
  writeFileSync(file, `${'7'.repeat(64)}\n`);
  const run = await desk.shp(['keys', 'reseal', ...place()]);
  expect([run.code, run.err]).toEqual([1, expect.stringContaining('opens no stored secret')]);
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.next`)]).toEqual([`${'7'.repeat(64)}\n`, false]);
  writeFileSync(file, key);
}, 60_000);
