import { expect, test } from 'vitest';
import { callsBesideMail, sendThroughKills } from '../../support/noticeKills.ts';

const KILLS = Number(process.env.SHP_TEST_KILLS ?? 200);

test('kills lose no notice, send none under two ids, and keep the order; without kills they come within 5 s', async () => {
  const figures = await sendThroughKills(KILLS, 60);
  console.log(JSON.stringify({ kills: KILLS, ...figures }));
  const { mail, webhook } = figures.p95?.working ?? { mail: Infinity, webhook: Infinity };
  expect(Math.max(mail, webhook)).toBeLessThanOrEqual(5000);
}, 1_800_000);

test('calls that cause mail are as fast beside a mail server that takes five seconds, or never greets', async () => {
  const [quick = 0, slow = 0, silent = 0] = await callsBesideMail([0, 5000, 'silent'], 100);
  console.log(JSON.stringify({ callsP95: { quick, slow, silent } }));
  expect(Math.max(slow, silent)).toBeLessThan(2 * quick + 50);
}, 300_000);
