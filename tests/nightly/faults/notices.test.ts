import { test } from 'vitest';
import { sendThroughKills } from '../../support/noticeKills.ts';

test('200 kills lose no notice, send none under two ids, and keep the order', async () => {
  await sendThroughKills(200);
}, 1_800_000);
