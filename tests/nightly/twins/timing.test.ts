import { rmSync } from 'node:fs';
import { queryOf, splitKey } from '@shp/shared/api/client';
import type { CallKey } from '@shp/shared/api/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchange } from '../../contract/twins/exchange.ts';
import { HIDDEN } from '../../contract/twins/hidden.ts';
import { makeOrigin, type Origin, type Scene, Worlds } from '../../contract/twins/worlds.ts';
import type { Contract, Person } from '../../support/contract.ts';

/** Samples of each call in each world, over all blocks. */
const SAMPLES = Number(process.env.SHP_TWINS_SAMPLES ?? 100_000);
/**
 * Each block starts both servers anew: two processes on the same data differ by up to some percent for as long as they
 * run, so that samples of one pair of processes would tell the processes apart and not the worlds.
 */
const BLOCKS = Number(process.env.SHP_TWINS_BLOCKS ?? 20);
/** Calls of a block before those that count: until Node has compiled what runs often. */
const WARM = 500;
/** The t of the blocks beyond which times differ, as in dudect. */
const MOST = 4.5;

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

/** Calls with times that could reveal other experts' work. */
const CALLS: readonly (readonly [CallKey, (scene: Scene) => Record<string, unknown>])[] = [
  ['GET assessment', ({ reviews }) => ({ id: reviews.reviewing.id })],
  ['GET assessment/query', () => ({ size: 20 })],
  ['GET assessment/experts', ({ reviews }) => ({ id: reviews.reviewing.id })],
  ['GET assessment/all_expert_scores', ({ reviews }) => ({ id: reviews.reviewing.id, s1: '1' })],
  ['GET assessment/expert_scores', ({ reviews, other }) => ({ id: reviews.reviewing.id, expertId: other.id, s1: '1' })],
  ['GET assessment/next_steps', ({ reviews }) => ({ id: reviews.first_passed.id })],
];

/** Microseconds of one call. */
async function timeOf(server: Contract, address: string): Promise<number> {
  const began = process.hrtime.bigint();
  await exchange(server.url + address, 'GET', { Token: seer.token, 'Accept-Language': 'en' }, null);
  return Number(process.hrtime.bigint() - began) / 1000;
}

/** How much longer a call takes in the second world, in one block: by the medians, which other work of the machine moves least. */
async function difference(address: string): Promise<number> {
  const times: [plain: number[], acted: number[]] = [[], []];
  for (let sample = -WARM; sample < SAMPLES / BLOCKS; sample += 1) {
    // In turn, and each first as often as second: whatever else the machine does meets both alike.
    const order = sample % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const world of order) {
      const time = await timeOf(world === 0 ? worlds.plain : worlds.acted, address);
      if (sample >= 0) times[world].push(time);
    }
  }
  const [plain, acted] = times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0);
  return (acted ?? 0) - (plain ?? 0);
}

/** The t of the blocks' differences. */
function tOf(differences: readonly number[]): { mean: number; t: number } {
  const count = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  return { mean, t: mean / Math.sqrt(variance / count) };
}

test('calls of an expert take as long in both worlds', async () => {
  const found = new Map<CallKey, number[]>(CALLS.map(([key]) => [key, []]));
  for (let block = 0; block < BLOCKS; block += 1) {
    worlds = await worlds.restart();
    for (const [key, input] of CALLS)
      found.get(key)?.push(await difference(`/api/${splitKey(key).path}?${queryOf(input(origin.scene))}`));
  }
  const told = [...found].map(([key, differences]) => ({ key, ...tOf(differences) }));
  for (const { key, mean, t } of told) process.stdout.write(`${key}: ${mean.toFixed(1)} µs, t ${t.toFixed(2)}\n`);
  expect(told.filter(({ t }) => Math.abs(t) >= MOST)).toEqual([]);
}, 14_400_000);
