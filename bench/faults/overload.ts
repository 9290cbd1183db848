import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { startContract } from '../../tests/support/contract.ts';
import { percentile, rounded } from '../load.ts';
import { memory } from '../servers.ts';
import { must } from './clients.ts';
import { type Driven, drive, type Taken, timesOf } from './drive.ts';
import { Line, requestOf } from './line.ts';
import { newWork, type Work } from './work.ts';

const FIRST_RATE = 60;
/** What is fresh is slow: that is no sign of the rate. */
const WARM_SECONDS = 5;
const STEP = 1.4;
const STEP_SECONDS = 4;
/** Beyond this, or with a refusal, a rate is not sustainable. */
const MOST_P95_MS = 500;
const TIMES = 10;
const CALM_SECONDS = 6;

const FLAGS = ['--demo=full', '--no-captcha'];

/** `count`: servers on one database; two or more are for PostgreSQL. */
export type Overloading = { seconds: number; seed: number; count: number; told(line: object): void };

/** Ten times the rate that servers can sustain, for so long, on the full demo. @throws Broken */
export async function overload({ seconds, seed, count, told }: Overloading): Promise<object> {
  const server = await startContract(FLAGS);
  const servers = [server];
  try {
    while (servers.length < count) servers.push(await startContract(FLAGS, server.data));
    const urls = servers.map(({ url }) => url);
    const resident = (which?: 'VmHWM') => servers.map(({ process }) => memory(process.pid ?? 0, which));
    const work = await newWork(server, new Random(seed));
    const rate = await sustainable(urls, work, told);
    const before = await drive(urls, work, rate / 2, CALM_SECONDS);
    const calm = resident();
    const health = watchHealth(server.url);
    const storm = await drive(urls, work, rate * TIMES, seconds);
    const healthy = await health.stop();
    const highest = resident('VmHWM');
    const after = await drive(urls, work, rate / 2, CALM_SECONDS);
    for (const { wrong } of [before, storm, after]) must(wrong.length === 0, () => wrong.slice(0, 5).join('\n'));
    must(
      servers.every(({ process }) => process.exitCode === null),
      () => 'a server has ended',
    );
    const usual = p95(before.right);
    const { answered } = await work.settle(server);
    return {
      sustainable: { perSecond: Math.round(rate), p95: usual },
      storm: {
        seconds,
        duePerSecond: Math.round(storm.due / seconds),
        sentPerSecond: Math.round((storm.due - storm.unsent) / seconds),
        rightPerSecond: Math.round(storm.right.length / seconds),
        refusedPerSecond: Math.round(storm.refused.length / seconds),
        cut: storm.cut,
        right: timesOf(storm.right),
        refused: timesOf(storm.refused),
        health: healthy,
        megabytes: { before: calm, highest },
      },
      batches: { answered, lost: 0 },
      recovery: { milliseconds: recovery(after.right, usual), refusedAfter: after.refused.length },
    };
  } finally {
    // The first one has the data.
    for (const one of servers.reverse()) await one.stop();
  }
}

/** The highest rate, by steps, at which nothing is refused and little waits; each is tried again, for what else the machine does. */
async function sustainable(urls: readonly string[], work: Work, told: Overloading['told']): Promise<number> {
  await drive(urls, work, FIRST_RATE, WARM_SECONDS);
  const tried = async (rate: number) => {
    const driven = await drive(urls, work, rate, STEP_SECONDS);
    told({ rate: Math.round(rate), p95: p95(driven.right), refused: driven.refused.length });
    return bears(driven);
  };
  for (let rate = FIRST_RATE; ; rate *= STEP) {
    if ((await tried(rate)) || (await tried(rate))) continue;
    must(rate > FIRST_RATE, () => `${rate} requests a second are too many already`);
    return rate / STEP;
  }
}

function bears({ unsent, refused, cut, wrong, right }: Driven): boolean {
  must(wrong.length === 0, () => wrong.slice(0, 5).join('\n'));
  return unsent + refused.length + cut === 0 && p95(right) <= MOST_P95_MS;
}

const p95 = (taken: readonly Taken[]) => timesOf(taken).p95;

const WINDOW_MS = 250;

/** From when on every quarter of a second is again about as it was before. */
function recovery(taken: readonly Taken[], usual: number): number {
  const windows = new Map<number, number[]>();
  for (const { at, took } of taken) {
    const window = Math.floor(at / WINDOW_MS);
    windows.set(window, [...(windows.get(window) ?? []), took]);
  }
  const slow = [...windows].filter(([, took]) => percentile(took, 0.95) > usual * 2 + 10).map(([window]) => window);
  return (Math.max(-1, ...slow) + 1) * WINDOW_MS;
}

const HEALTH_MS = 200;

/** Asks for the health again and again, each time on a connection of its own, as a balancer does. */
function watchHealth(url: string) {
  const took: number[] = [];
  let [over, failed] = [false, 0];
  const watching = (async () => {
    while (!over) {
      const began = performance.now();
      const line = new Line(url);
      const reply = await line.ask(requestOf('GET', '/api/health', '')).catch(() => null);
      line.end();
      took.push(performance.now() - began);
      if (reply?.status !== 200) failed += 1;
      await sleep(HEALTH_MS);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      const longest = rounded(took.reduce((most, one) => Math.max(most, one), 0));
      return { asked: took.length, failed, p95: rounded(percentile(took, 0.95)), longest };
    },
  };
}
