import { Random } from '@shp/server/demo/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { killedOffline } from './offlineKills.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a browser killed without a line loses nothing that was typed or photographed, and sends it once', async () => {
  const random = new Random(Number(process.env.SHP_TEST_SEED ?? 1));
  const { typed, photographs } = await killedOffline(
    stage,
    Number(process.env.SHP_TEST_KILLS ?? 3),
    () => random.int(0, 9999) / 10_000,
  );
  expect(typed + photographs).toBeGreaterThan(1);
});
