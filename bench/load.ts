import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';

export type Request = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };
/** A place that takes the same work: ours, or the floor. */
export type Place = { url: string; pid: number; headers: Record<string, string>; next: () => Request };
/** `cpu`: milliseconds of processor a request, which tells the cost also where others use the machine. */
export type Figures = { perSecond: number; p50: number; p95: number; cpu: number };

/** Loads one place for some seconds; an answer that is no 200 ends the run. */
export async function load(place: Place, connections: number, seconds: number): Promise<Figures> {
  const times: number[] = [];
  const failed: number[] = [];
  const instance = autocannon({
    url: place.url,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest(request) {
          const { headers, ...next } = place.next();
          const all = { 'content-type': 'application/json', ...place.headers, ...headers };
          return { ...request, method: 'GET', ...next, headers: all };
        },
      },
    ],
  });
  instance.on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds);
    if (status !== 200) failed.push(status);
  });
  const began = performance.now();
  const before = processor(place.pid);
  await instance;
  const took = (performance.now() - began) / 1000;
  if (failed.length > 0 || times.length === 0) throw new Error(`${place.url} answered ${failed[0] ?? 'nothing'}`);
  const cpu = (processor(place.pid) - before) / times.length;
  return { perSecond: times.length / took, p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu };
}

/** Milliseconds of processor that a process has used, by the kernel's ticks of 10 ms. */
export function processor(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Rounds of both in turn, so that what else the machine does meets both; the middle of each figure. */
export async function compare(
  ours: Place,
  floor: Place,
  {
    connections,
    seconds = 2,
    rounds = 4,
    warm = 3,
  }: { connections: number; seconds?: number; rounds?: number; warm?: number },
): Promise<{ ours: Figures; floor: Figures; share: number }> {
  await load(ours, connections, warm);
  await load(floor, connections, warm);
  const pairs: { ours: Figures; floor: Figures }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ ours: await load(ours, connections, seconds), floor: await load(floor, connections, seconds) });
  }
  const middle = (of: 'ours' | 'floor'): Figures => ({
    perSecond: Math.round(median(pairs.map((pair) => pair[of].perSecond))),
    p50: rounded(median(pairs.map((pair) => pair[of].p50))),
    p95: rounded(median(pairs.map((pair) => pair[of].p95))),
    cpu: rounded(median(pairs.map((pair) => pair[of].cpu))),
  });
  const share = median(pairs.map((pair) => pair.ours.perSecond / pair.floor.perSecond));
  return { ours: middle('ours'), floor: middle('floor'), share: rounded(share) };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);
export const rounded = (value: number) => Number(value.toFixed(2));

/** Asks for something small again and again while some work goes on; how long the answers took. */
export async function meanwhile<T>(
  url: string,
  headers: Record<string, string>,
  work: () => Promise<T>,
): Promise<{ result: T; p95: number; longest: number }> {
  const times: number[] = [];
  let over = false;
  const ask = async () => {
    while (!over) {
      const began = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      await sleep(5);
    }
  };
  const asking = ask();
  const result = await work().finally(() => {
    over = true;
  });
  await asking;
  return { result, p95: rounded(percentile(times, 0.95)), longest: rounded(Math.max(...times)) };
}
