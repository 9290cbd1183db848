import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { startContract } from '../../tests/support/contract.ts';
import { startPostgres, usingPostgres } from '../../tests/support/postgres.ts';
import { rounded } from '../load.ts';
import { memory } from '../servers.ts';
import { must } from './clients.ts';
import { drive, timesOf } from './drive.ts';
import { recovered } from './restarts.ts';
import { newWork } from './work.ts';

const RATE = 60;
const CALM_SECONDS = 5;
const LOOK_MS = 500;

export type StandingStill = { seconds: number; seed: number; told(line: object): void };

/**
 * All processes of PostgreSQL stand still for so long while many go on asking, whether or not they are answered: whoever
 * asks is told to come again, memory stays bounded, and all goes on as soon as PostgreSQL does. @throws Broken
 */
export async function standstill({ seconds, seed, told }: StandingStill): Promise<object> {
  const postgres = await startPostgres();
  const asBefore = usingPostgres(postgres.url);
  const server = await startContract(['--demo=full', '--no-captcha']);
  const { pid = 0 } = server.process;
  try {
    const work = await newWork(server, new Random(seed));
    const before = await drive([server.url], work, RATE, CALM_SECONDS);
    const calm = memory(pid);
    postgres.pause();
    const driving = drive([server.url], work, RATE, seconds);
    let highest = 0;
    for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(LOOK_MS))
      highest = Math.max(highest, memory(pid));
    postgres.resume();
    const up = performance.now();
    await recovered(server);
    const recovery = performance.now() - up;
    const still = await driving;
    told({ left: performance.now() - up });
    const after = await drive([server.url], work, RATE, CALM_SECONDS);
    for (const { wrong } of [before, still, after]) must(wrong.length === 0, () => wrong.slice(0, 5).join('\n'));
    must(server.process.exitCode === null, () => 'the server has ended');
    const { answered } = await work.settle(server);
    return {
      seconds,
      asked: still.due - still.unsent,
      cut: still.cut,
      before: timesOf(before.right),
      right: { count: still.right.length, ...timesOf(still.right) },
      refused: { count: still.refused.length, ...timesOf(still.refused) },
      megabytes: { before: calm, highest },
      recovery: { milliseconds: rounded(recovery), refusedAfter: after.refused.length, after: timesOf(after.right) },
      batches: { answered, lost: 0 },
    };
  } finally {
    postgres.resume();
    await server.stop();
    asBefore();
    await postgres.stop();
  }
}
