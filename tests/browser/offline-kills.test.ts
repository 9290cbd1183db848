import { Random } from '@shp/server/demo/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { killedOffline } from './offlineKills.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a browser killed offline loses nothing that was typed or photographed, and sends it once', async () => {
  const random = new Random(Number(process.env.SHP_TEST_SEED ?? 1));
  const counts = await killedOffline(
    stage,
    Number(process.env.SHP_TEST_KILLS ?? 4),
    () => random.int(0, 9999) / 10_000,
  );
  console.log(JSON.stringify(counts));
  expect(counts.typed + counts.photographs).toBeGreaterThan(1);
});
