import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { processor } from '../tests/support/processes.ts';
import type { Running } from './servers.ts';

export type Request = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string | undefined>;
  body?: string;
};
/** Makes the next request. */
export type Next = () => Request;
/** `cpu`: milliseconds of processor time per request, which tells the cost on a busy machine too. */
export type Figures = { perSecond: number; p50: number; p95: number; cpu: number };

/** Loads a server for some seconds. @throws if an answer is not 200 */
export async function load({ url, pid }: Running, next: Next, connections: number, seconds: number): Promise<Figures> {
  const times: number[] = [];
  const failed: number[] = [];
  const setupRequest = (request: Partial<Request>) => {
    const { headers, ...rest } = next();
    return { ...request, method: 'GET' as const, ...rest, headers: { 'content-type': 'application/json', ...headers } };
  };
  const instance = autocannon({ url, connections, duration: seconds, requests: [{ setupRequest }] });
  instance.on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    if (status !== 200) failed.push(status);
  });
  const began = performance.now();
  const before = processor(pid);
  await instance;
  const took = (performance.now() - began) / 1000;
  if (failed.length > 0 || times.length === 0) throw new Error(`${url} answered ${failed[0] ?? 'nothing'}`);
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
