import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { sendThroughKills, setPost } from '../../support/noticeKills.ts';
import { addManager, COUNTY, firstLogin } from '../../support/people.ts';
import { firstOnes, Postbox, Receiver } from '../../support/postbox.ts';
import { addCast, type Cast, prepare, type Review, step } from '../../support/review.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
let review: Review;
const postbox = new Postbox();
const receiver = new Receiver();
let hook = '';
let port = 0;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 1);
  review = await prepare(server, cast);
  port = await postbox.listen();
  await setPost(server, port);
  hook = await receiver.listen();
});
afterAll(async () => {
  await server.stop();
  await postbox.close();
  await receiver.close();
});

/** Submits the application and takes it back: one notice to the first manager. */
async function tell(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await step(review.station, review, 'submitted');
    await step(review.station, review, 'draft');
  }
}

test('nothing is sent until an account gives an address; then mail and a signed call come within seconds', async () => {
  await tell();
  const { secret = '', ...chosen } = await cast.first.api.call('POST notice/preferences', {
    lang: 'en',
    mail: 'first@shp.test',
    webhook: hook,
  });
  receiver.secret = secret;
  expect(secret).toMatch(/^whsec_/);
  expect(chosen).toMatchObject({ lang: 'en', mail: 'first@shp.test', webhook: hook, mailReady: true });
  const stored = await cast.first.api.call('GET notice/preferences', {});
  expect(stored).toEqual(chosen);
  await tell(3);
  await expect.poll(() => [postbox.taken.length, receiver.taken.length], { timeout: 10_000 }).toEqual([3, 3]);
  const [mail] = postbox.taken;
  expect(mail).toMatchObject({ to: 'first@shp.test', subject: expect.stringContaining('Application submitted') });
  expect(mail?.id).toMatch(/^<\w+@shp\.test>$/);
  const items = (await cast.first.api.call('GET notice/query', { size: 3 })).items.reverse();
  expect(receiver.taken.map(({ body }) => body.data.id)).toEqual(items.map(({ id }) => id));
  expect(receiver.taken[0]?.body).toMatchObject({ type: 'notice.submitted', data: { text: items[0]?.text } });
  for (const [index, { at }] of receiver.taken.entries())
    expect(at - Date.parse(items[index]?.at ?? '')).toBeLessThan(5000);
});

test('a slow mail server slows neither calls nor webhooks', async () => {
  postbox.delay = 2000;
  const [mails, calls] = [postbox.taken.length, receiver.taken.length];
  const began = Date.now();
  await tell(2);
  const took = Date.now() - began;
  await expect.poll(() => receiver.taken.length, { timeout: 10_000 }).toBe(calls + 2);
  expect(took).toBeLessThan(2000);
  await expect.poll(() => firstOnes(postbox.taken).length, { timeout: 15_000 }).toBe(mails + 2);
  postbox.delay = 0;
}, 40_000);

test('a mail server that never greets slows neither calls nor webhooks, and its mails go once it does', async () => {
  const [mails, calls] = [postbox.taken.length, receiver.taken.length];
  const silent = createServer((socket) => void socket.on('error', () => {}));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  await setPost(server, (silent.address() as AddressInfo).port);
  const began = Date.now();
  await tell(10);
  const took = Date.now() - began;
  await expect.poll(() => receiver.taken.length, { timeout: 10_000 }).toBe(calls + 10);
  // The mail's own connection waits ten seconds for the greeting.
  expect(took).toBeLessThan(8000);
  await setPost(server, port);
  await expect.poll(() => firstOnes(postbox.taken).length, { timeout: 30_000 }).toBe(mails + 10);
  silent.close();
}, 60_000);

test('kinds that an account does not want are not sent', async () => {
  await cast.first.api.call('POST notice/preferences', { kinds: { submitted: { mail: 'never', webhook: 'never' } } });
  const before = [postbox.taken.length, receiver.taken.length];
  await tell();
  await cast.first.api.call('POST notice/preferences', { kinds: { submitted: { mail: 'atOnce', webhook: 'never' } } });
  await tell();
  await expect.poll(() => postbox.taken.length, { timeout: 10_000 }).toBe((before[0] ?? 0) + 1);
  expect(receiver.taken.length).toBe(before[1]);
  await cast.first.api.call('POST notice/preferences', { kinds: { submitted: { mail: 'daily' } } });
  await tell();
  const waiting = await server.rawDatabase.sql('SELECT due_at FROM deliveries');
  expect(waiting).toEqual([{ due_at: expect.stringMatching(/T00:00:00.000Z$/) }]);
});

test('addresses that break lines or lead into the own network are refused', async () => {
  const { api } = cast.final;
  for (const mail of ['a@b.cn\r\nBcc: c@d.cn', 'a@b.cn\n', 'nobody', 'a b@c.cn'])
    expect((await refusal(api.call('POST notice/preferences', { mail }))).body.fields).toHaveProperty('mail');
  await server.admin.api.call('POST system/update_settings', { webhookOwnNetwork: false });
  const inside = [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://localhost/',
    'https://[::ffff:127.0.0.1]/',
  ];
  for (const webhook of [
    ...inside,
    'https://169.254.169.254/latest',
    'http://example.org/',
    'https://a:b@example.org/',
    'https://0x7f.1/',
  ])
    expect((await refusal(api.call('POST notice/preferences', { webhook }))).body.fields).toHaveProperty('webhook');
  await server.admin.api.call('POST system/update_settings', { webhookOwnNetwork: true });
});

test('a reset of the password takes away where notices go, and says so in the audit', async () => {
  const { id, account, api } = await addManager(server, 'county_manager', COUNTY);
  const chosen = { mail: 'stranger@example.org', webhook: hook };
  await api.call('POST notice/preferences', chosen);
  const { initialPassword } = await server.admin.api.call('POST user/reset_password', { id });
  const owner = await firstLogin(server, account, initialPassword, 'chosen-anew-1');
  expect(await owner.api.call('GET notice/preferences', {})).toMatchObject({ mail: null, webhook: null });
  const { items } = await server.admin.api.call('GET audit', { objectId: id, action: 'user/reset_password' });
  expect(items[0]?.changes).toEqual({ mail: [chosen.mail, null], webhook: [hook, null] });
});

test('the password of the mail server is never shown, and stays when settings come back', async () => {
  const { api } = server.admin;
  const { mail } = await api.call('GET system/settings', {});
  if (!mail) throw new Error('an administrator reads all settings');
  const set = await api.call('POST system/update_settings', { mail: { ...mail, user: 'u', password: 'geheim-7' } });
  await api.call('POST system/update_settings', { mail: { ...mail, ...set.mail, port: mail.port } });
  const [row] = await server.rawDatabase.sql<{ value: string }>('SELECT value FROM settings WHERE id = 1');
  expect(row?.value).toMatch(/"password":"v1\./);
  expect(row?.value).not.toContain('geheim-7');
  const shown = JSON.stringify([set, await api.call('GET system/settings', {}), await api.call('GET audit', {})]);
  expect(shown).not.toContain('geheim-7');
  expect((await api.call('POST system/update_settings', { mail })).mail?.password).toBe('');
  expect(await cast.first.api.call('GET system/settings', {})).not.toHaveProperty('mail');
});

test('whatever kills the server, each message arrives once by its id, in order', async () => {
  await sendThroughKills(4);
}, 120_000);
