import { rmSync } from 'node:fs';
import { queryOf, splitKey } from '@shp/shared/api/client';
import type { CallKey } from '@shp/shared/api/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../../contract/twins/exchange.ts';
import { HIDDEN } from '../../contract/twins/hidden.ts';
import { makeOrigin, type Origin, type Scene, Worlds } from '../../contract/twins/worlds.ts';
import type { Contract, Person } from '../../support/contract.ts';

/** Samples of each call in each world. */
const SAMPLES = Number(process.env.SHP_TWINS_SAMPLES ?? 100_000);
/** Welch's t beyond which times differ, as in dudect; three comparisons of one call, of which the largest counts. */
const MOST = 4.5;
/** Shares of the fastest samples that are compared: the slowest are those in which the machine did something else. */
const SHARES = [1, 0.9, 0.5];

let origin: Origin;
let worlds: Worlds;
let seer: Person;
beforeAll(async () => {
  origin = await makeOrigin();
  worlds = await Worlds.open(origin);
  const { scene } = origin;
  seer = scene.seers.expert;
  for (const act of Object.values(HIDDEN)) {
    if (!act.from.includes('expert')) continue;
    worlds.next();
    await act.does(scene, (by) => worlds.acted.as(by.token), worlds.acted).catch(() => undefined);
  }
});
afterAll(async () => {
  await worlds.close();
  rmSync(origin.folder, { recursive: true, force: true });
});

/** Calls whose time could tell of other experts' work. */
const CALLS: readonly (readonly [CallKey, (scene: Scene) => Record<string, unknown>])[] = [
  ['GET assessment', ({ reviews }) => ({ id: reviews.reviewing.id })],
  ['GET assessment/query', () => ({ size: 20 })],
  ['GET assessment/experts', ({ reviews }) => ({ id: reviews.reviewing.id })],
  ['GET assessment/all_expert_scores', ({ reviews }) => ({ id: reviews.reviewing.id, s1: '1' })],
  ['GET assessment/expert_scores', ({ reviews, other }) => ({ id: reviews.reviewing.id, expertId: other.id, s1: '1' })],
  ['GET assessment/next_steps', ({ reviews }) => ({ id: reviews.first_passed.id })],
];

/** Nanoseconds of one call. */
async function timeOf(server: Contract, address: string): Promise<number> {
  const began = process.hrtime.bigint();
  await exchange(server.url + address, 'GET', { Token: seer.token, 'Accept-Language': 'en' }, null);
  return Number(process.hrtime.bigint() - began);
}

/** Welch's t of the fastest samples of both, cut at the same time. */
function welch(some: readonly number[], others: readonly number[], share: number): number {
  const all = [...some, ...others].sort((a, b) => a - b);
  const most = all[Math.ceil(all.length * share) - 1] ?? 0;
  const [a, b] = [some, others].map((times) => {
    const kept = times.filter((time) => time <= most);
    const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
    const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1);
    return { mean, error: variance / kept.length };
  });
  return a && b ? (a.mean - b.mean) / Math.sqrt(a.error + b.error) : 0;
}

test.each(CALLS)(
  '%s takes as long in both worlds',
  async (key, input) => {
    const address = `/api/${splitKey(key).path}?${queryOf(input(origin.scene))}`;
    const times: [plain: number[], acted: number[]] = [[], []];
    for (let sample = -200; sample < SAMPLES; sample += 1) {
      // In turn, and each first as often as second: whatever else the machine does meets both alike.
      const order = sample % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      for (const world of order) {
        const time = await timeOf(world === 0 ? worlds.plain : worlds.acted, address);
        if (sample >= 0) times[world].push(time);
      }
    }
    const found = SHARES.map((share) => Number(welch(...times, share).toFixed(2)));
    process.stdout.write(`${key}: t ${found.join(', ')}\n`);
    expect(
      found.every((t) => Math.abs(t) < MOST),
      `${found}`,
    ).toBe(true);
  },
  3_600_000,
);
