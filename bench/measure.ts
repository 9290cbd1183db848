import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from '../tests/support/connection.ts';
import { processor } from '../tests/support/processes.ts';
import type { Running } from './servers.ts';

/** Makes the next request (`requestOf`). */
export type Next = () => string;
/** `cpu`: milliseconds of processor time per request, which tells the cost on a busy machine too. */
export type Figures = { perSecond: number; p50: number; p95: number; cpu: number };

/** Loads a server for some seconds. @throws if an answer is not 200 */
export async function load({ url, pid }: Running, next: Next, connections: number, seconds: number): Promise<Figures> {
  const times: number[] = [];
  const [began, before] = [performance.now(), processor(pid)];
  const asking = async () => {
    const line = new Line(url);
    for (let asked = began; asked - began < seconds * 1000; ) {
      asked = performance.now();
      const { status } = await line.ask(next());
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - asked);
    }
    line.end();
  };
  await Promise.all(Array.from({ length: connections }, asking));
  const took = (performance.now() - began) / 1000;
  const cpu = (processor(pid) - before) / times.length;
  return { perSecond: times.length / took, p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu };
}

type Side = readonly [server: Running, next: Next];
type How = { connections: number; seconds?: number; rounds?: number; warm?: number };

/** Loads server and floor in turn, so that other work of the machine meets both; the median of each figure. */
export async function compare(
  ours: Side,
  floor: Side,
  { connections, seconds = 2, rounds = 4, warm = 3 }: How,
): Promise<{ ours: Figures; floor: Figures; share: number }> {
  const run = (side: Side, time: number) => load(...side, connections, time);
  await run(ours, warm);
  await run(floor, warm);
  const pairs: { ours: Figures; floor: Figures }[] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push({ ours: await run(ours, seconds), floor: await run(floor, seconds) });
  const middle = (of: 'ours' | 'floor'): Figures => ({
    perSecond: Math.round(median(pairs.map((pair) => pair[of].perSecond))),
    p50: rounded(median(pairs.map((pair) => pair[of].p50))),
    p95: rounded(median(pairs.map((pair) => pair[of].p95))),
    cpu: rounded(median(pairs.map((pair) => pair[of].cpu))),
  });
  const share = median(pairs.map((pair) => pair.ours.perSecond / pair.floor.perSecond));
  return { ours: middle('ours'), floor: middle('floor'), share: rounded(share) };
}

/** Asks for something small again and again while other work goes on. */
export async function meanwhile<T>(ask: () => Promise<unknown>, work: () => Promise<T>, pauseMs = 5) {
  const times: number[] = [];
  let over = false;
  const asking = (async () => {
    while (!over) {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
      await sleep(pauseMs);
    }
  })();
  const result = await work().finally(() => {
    over = true;
  });
  await asking;
  return { result, times: spread(times) };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
export const rounded = (value: number) => Number(value.toFixed(2));

export function spread(times: readonly number[]) {
  return { p50: rounded(median(times)), p95: rounded(percentile(times, 0.95)), longest: rounded(percentile(times, 1)) };
}
