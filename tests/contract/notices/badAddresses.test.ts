import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorTexts } from '@shp/server/errorTexts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { setPost } from '../../support/noticeKills.ts';
import { Postbox, Receiver } from '../../support/postbox.ts';
import { addCast, type Cast, prepare, type Review, step } from '../../support/review.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
let review: Review;
const postbox = new Postbox();
const receiver = new Receiver();
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 1);
  review = await prepare(server, cast);
  await setPost(server, await postbox.listen());
});
afterAll(async () => {
  await server.stop();
  await postbox.close();
  await receiver.close();
});

const allow = (webhookOwnNetwork: boolean) =>
  server.admin.api.call('POST system/update_settings', { webhookOwnNetwork });
async function tell(): Promise<void> {
  await step(review.station, review, 'submitted');
  await step(review.station, review, 'draft');
}

test('every spelling of an address of the own network is refused, in both languages', async () => {
  await allow(false);
  const hosts = [
    ...['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', 'localhost', 'LOCALHOST', '10.0.0.1', '192.168.1.1'],
    ...['172.31.255.255', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '１２７.０.０.１'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]'],
    ...[
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[ff02::1]',
    ],
  ];
  for (const lang of ['en', 'zh'] as const) {
    const api = server.as(cast.final.token, lang);
    for (const host of hosts) {
      const { status, fields } = await refusal(api.call('POST notice/preferences', { webhook: `https://${host}/` }));
      expect([host, status, fields]).toEqual([host, 400, { webhook: errorTexts[lang].text.refused.ownNetwork }]);
    }
  }
  expect((await cast.final.api.call('GET notice/preferences', {})).webhook).toBeNull();
});

test('a redirection is not followed and counts as a failure, after which the message comes', async () => {
  await allow(true);
  let asked = 0;
  let led = 0;
  let moved = true;
  const inner = createServer((_request, response) => {
    led += 1;
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const Location = `http://127.0.0.1:${(inner.address() as AddressInfo).port}/`;
  const outer = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(moved ? 307 : 204, moved ? { Location } : {}).end();
  });
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  const webhook = `http://127.0.0.1:${(outer.address() as AddressInfo).port}/`;
  await cast.first.api.call('POST notice/preferences', { webhook });
  await tell();
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(await server.rawDatabase.sql('SELECT message FROM deliveries')).toHaveLength(1);
  moved = false;
  await expect.poll(() => server.rawDatabase.sql('SELECT message FROM deliveries'), { timeout: 10_000 }).toEqual([]);
  expect(led).toBe(0);
  inner.close();
  outer.close();
}, 60_000);

test('a name that has come to lead inside is not connected to; the message comes once that is allowed', async () => {
  await allow(true);
  const hook = (await receiver.listen()).replace('127.0.0.1', 'localhost');
  const { secret = '' } = await cast.first.api.call('POST notice/preferences', { webhook: hook });
  receiver.secret = secret;
  await allow(false);
  await tell();
  await expect
    .poll(() => server.rawDatabase.sql('SELECT tries FROM delivery_lanes WHERE tries > 1'), { timeout: 10_000 })
    .toHaveLength(1);
  expect([receiver.taken, receiver.forged]).toEqual([[], 0]);
  await allow(true);
  await expect.poll(() => receiver.taken.length, { timeout: 20_000 }).toBe(1);
}, 60_000);

test('names and texts cannot add a header or another receiver to a mail', async () => {
  const line = '示例\r\nBcc: other@shp.test\r\n\r\n.\r\nQUIT';
  for (const sender of ['a@b.cn\r\nBcc: c@d.cn', 'a@b.cn>\nRCPT TO:<c@d.cn', 'a@b.cn, c@d.cn']) {
    const { mail } = await server.admin.api.call('GET system/settings', {});
    if (!mail) throw new Error('an administrator reads all settings');
    const set = server.admin.api.call('POST system/update_settings', { mail: { ...mail, sender } });
    expect(Object.keys((await refusal(set)).fields)).toEqual(['mail.sender']);
  }
  // What a station may call itself comes into the mail's text.
  await server.rawDatabase.sql(`UPDATE assessments SET station_name = '${line}' WHERE id = '${review.id}'`);
  await cast.first.api.call('POST notice/preferences', { webhook: null, mail: 'first@shp.test', lang: 'en' });
  await tell();
  await expect.poll(() => postbox.taken.length, { timeout: 10_000 }).toBe(1);
  const [mail] = postbox.taken;
  expect(mail).toMatchObject({ to: 'first@shp.test', subject: expect.not.stringContaining('Bcc') });
  expect(mail?.text.replaceAll('\r', '')).toContain(line.replaceAll('\r', '').split('\n').join('\n'));
}, 30_000);
