import { expect, test } from 'vitest';
import { killRounds } from './loop.ts';

test('random kills under mixed load lose no confirmed write and leave nothing half done; uploads and imports resume', async () => {
  const { kills, answered, uploadsResumed, imported } = await killRounds({
    rounds: 5,
    seed: 20_260_101,
    imported: 150,
  });
  expect(kills).toBe(5);
  for (const acts of Object.values(answered)) expect(acts).toBeGreaterThan(0);
  expect(uploadsResumed).toBeGreaterThan(0);
  expect(imported.rows).toBe(150);
});
