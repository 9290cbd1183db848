import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import type { Contract } from '../../tests/support/contract.ts';
import { startPostgres, usingPostgres } from '../../tests/support/postgres.ts';
import { checkError } from '../../tests/support/strictClient.ts';
import { rounded } from '../load.ts';
import { isAway, must } from './clients.ts';
import { newCrew } from './crew.ts';
import { newStage } from './stage.ts';

export type Restarting = { rounds: number; seed: number; imported: number; told?(line: object): void };

const WORKS_MS = 1500;
const DOWN_MS = 2000;
const ASK_MS = 50;

/**
 * PostgreSQL is killed with all its processes at random moments under a server that works on, and started again: whoever
 * calls meanwhile is told to come again, and what was answered is there. @throws Broken
 */
export async function restartRounds({ rounds, seed, imported, told }: Restarting) {
  const random = new Random(seed);
  const postgres = await startPostgres();
  const asBefore = usingPostgres(postgres.url);
  const stage = await newStage();
  const { server } = stage;
  const crew = await newCrew(server, imported);
  const [recoveries, waits, told503]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 1; round <= rounds; round++) {
      const before = crew.total();
      const work = crew.work(isAway, server);
      await Promise.race([sleep(random.between(0, WORKS_MS)), work]);
      // On a machine that is busy somebody must have done something at all.
      for (; crew.total() === before; await sleep(ASK_MS));
      await postgres.crash();
      const asked = ask(server);
      await work;
      await sleep(random.between(0, DOWN_MS));
      await postgres.start();
      const up = performance.now();
      await recovered(server);
      recoveries.push(performance.now() - up);
      const { refused, longest } = await asked.stop();
      told503.push(refused);
      waits.push(longest);
      await crew.check(server, `round ${round}, seed ${seed}`);
      must(server.process.exitCode === null, () => 'the server has ended');
      told?.({ round, answered: crew.total(), refused, longest: Math.round(longest) });
    }
    return {
      kills: rounds,
      answered: crew.answered(),
      uploadsResumed: crew.resumed(),
      imported: await crew.finish(server),
      refused: told503.reduce((sum, one) => sum + one, 0),
      longestAnswer: Math.round(Math.max(...waits)),
      recovery: { longest: rounded(Math.max(...recoveries)) },
    };
  } finally {
    await crew.clear();
    await stage.clear();
    asBefore();
    await postgres.stop();
  }
}

const CALLS = ['/api/health', '/api/user', '/api/user/export?kind=managers&format=csv'];

/** Asks for something again and again: each answer must be right, or say when to come again. */
function ask(server: Contract): { stop(): Promise<{ refused: number; longest: number }> } {
  let [over, refused, longest] = [false, 0, 0];
  const asking = (async () => {
    for (let turn = 0; !over; turn++) {
      const began = performance.now();
      const path = CALLS[turn % CALLS.length] ?? '';
      const answer = await server.request('GET', path, {
        headers: { Token: server.admin.token, 'Accept-Language': 'en' },
      });
      if (answer.status === 503) {
        const { code } = await checkError(answer.clone(), path);
        must(code === 'overloaded', () => `${path} is answered ${code}`);
        must(Number(answer.headers.get('retry-after')) > 0, () => `${path} does not say when to come again`);
        refused += 1;
      } else must(answer.status === 200, () => `${path} is answered ${answer.status}`);
      await answer.arrayBuffer();
      longest = Math.max(longest, performance.now() - began);
      await sleep(ASK_MS);
    }
    return { refused, longest };
  })();
  asking.catch(() => {});
  return {
    stop() {
      over = true;
      return asking;
    },
  };
}

/** Returns once something is written again. */
export async function recovered(server: Contract): Promise<void> {
  for (;;) {
    const answer = await server.request('POST', '/api/user/my_profile', {
      headers: { Token: server.admin.token },
    });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(ASK_MS);
  }
}
