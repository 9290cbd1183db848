import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAudit } from '@shp/server/audit/read';
import { examine } from '@shp/server/doctor';
import { openReader } from '@shp/server/store/database';
import { violations } from '@shp/server/store/invariants';
import { addManager } from '../../tests/contract/people.ts';
import { addCast, bring } from '../../tests/contract/review/review.ts';
import { must, workUntilCut } from './clients.ts';
import { importing } from './importer.ts';
import { scorer } from './scorer.ts';
import { newStage, randomOf, type Stage } from './stage.ts';
import { stepper } from './stepper.ts';
import { uploader } from './uploader.ts';

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
  const random = randomOf(seed);
  const stage = await newStage();
  const city = await addManager(stage.server, 'city_manager', '450300');
  const rows = await importing(stage.server, city, imported);
  try {
    await stage.server.admin.api.call('POST system/update_settings', { minExperts: 2 });
    const cast = await addCast(stage.server, 2);
    const reviewing = await bring(stage.server, cast, 'reviewing');
    const uploaders = [1, 2].map((one) => uploader(stage.server.admin, one * 1_000_000));
    const clients = [
      ...cast.experts.map((expert) => scorer(expert, reviewing.id)),
      stepper(await bring(stage.server, cast, 'submitted')),
      stepper(await bring(stage.server, cast, 'submitted')),
      ...uploaders,
    ];
    const restarts: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      rows.begin();
      const work = Promise.all(clients.map((client) => workUntilCut(client, stage.server)));
      await Promise.race([sleep(random() * LONGEST_MS), work]);
      await stage.server.kill9();
      await work;
      const down = performance.now();
      const server = await stage.up();
      restarts.push(performance.now() - down);
      for (const client of clients) {
        await client.check(server).catch((error: unknown) => {
          throw new Error(`round ${round}, seed ${seed}, ${client.name}`, { cause: error });
        });
      }
      await rows.check(server);
      must((await faultsOf(stage)).length === 0, () => `round ${round}, seed ${seed}: the data are not sound`);
      told?.({ round, answered: clients.reduce((sum, { answered }) => sum + answered, 0) });
    }
    const sorted = restarts.sort((a, b) => a - b).map(Math.round);
    return {
      kills: rounds,
      answered: Object.fromEntries(clients.map(({ name, answered }, place) => [`${place + 1} ${name}`, answered])),
      uploadsResumed: uploaders.reduce((sum, { resumed }) => sum + resumed, 0),
      imported: await rows.finish(stage.server),
      restart: { median: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 },
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await rows.clear();
    await stage.clear();
  }
}

/** What the doctor finds; on PostgreSQL, which checks its own pages, the audit's chain and the rules of the data. */
async function faultsOf({ data, server }: Stage): Promise<unknown[]> {
  const found: unknown[] = [];
  if (server.database === null) {
    const { signal } = new AbortController();
    for await (const finding of examine(data, { signal, watch() {} })) found.push(finding);
    return found;
  }
  const reader = await openReader({ url: server.database });
  try {
    const { firstBroken } = await verifyAudit(reader);
    return [...(firstBroken === null ? [] : [firstBroken]), ...(await violations(reader))];
  } finally {
    await reader.destroy();
  }
}
