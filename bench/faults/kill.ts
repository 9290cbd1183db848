import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { isCut } from './clients.ts';
import { newCrew } from './crew.ts';
import { newStage } from './stage.ts';

export type Killing = { rounds: number; seed: number; imported: number; told?(line: object): void };
export type Killed = {
  kills: number;
  answered: Record<string, number>;
  uploadsResumed: number;
  imported: { rows: number; starts: number };
  restart: { median: number; longest: number };
  seconds: number;
};

const LONGEST_MS = 1500;

/**
 * Several people work at a server that is killed without warning at random moments and started again; after each time
 * everybody looks whether what was answered is there, and the data are examined. @throws Broken
 */
export async function killRounds({ rounds, seed, imported, told }: Killing): Promise<Killed> {
  const began = performance.now();
  const random = new Random(seed);
  const stage = await newStage();
  const crew = await newCrew(stage.server, imported);
  try {
    const restarts: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const work = crew.work(isCut, stage.server);
      await Promise.race([sleep(random.between(0, LONGEST_MS)), work]);
      await stage.server.kill9();
      await work;
      const down = performance.now();
      const server = await stage.up();
      restarts.push(performance.now() - down);
      await crew.check(server, `round ${round}, seed ${seed}`);
      told?.({ round, answered: crew.total() });
    }
    const sorted = restarts.sort((a, b) => a - b).map(Math.round);
    return {
      kills: rounds,
      answered: crew.answered(),
      uploadsResumed: crew.resumed(),
      imported: await crew.finish(stage.server),
      restart: { median: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 },
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await crew.clear();
    await stage.clear();
  }
}
