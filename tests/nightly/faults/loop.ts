import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { examine } from '@shp/server/doctor';
import { type Contract, startContract } from '../../support/contract.ts';
import { freePort } from '../../support/freePort.ts';
import { addManager } from '../../support/people.ts';
import { dropDatabaseOf, startPostgres, usingPostgres } from '../../support/postgres.ts';
import { addCast, bring } from '../../support/review.ts';
import { checkError } from '../../support/strictClient.ts';
import { type Client, isAway, isCut, must, scorer, stepper, workUntil } from './clients.ts';
import { importing } from './importer.ts';
import { uploader } from './uploader.ts';

const WORK_MS = 1500;
const DOWN_MS = 2000;
const ASK_MS = 50;

/** `imported`: rows of the import that runs beside the clients. */
export type Rounds = { rounds: number; seed: number; imported: number; report?(line: object): void };
/** What strikes an installation, until it serves again. */
type Fault = {
  /** The errors by which clients notice it. */
  isNoticed(error: unknown): boolean;
  /** Strikes, waits for all clients to stop, repairs; the server that serves then, and after how many milliseconds. */
  strike(server: Contract, stopped: Promise<unknown>, random: Random): Promise<{ server: Contract; back: number }>;
};

/** The server is killed without warning and started again at the same address. */
export async function killRounds(how: Rounds) {
  const data = mkdtempSync(join(tmpdir(), 'shp-faults-'));
  const flags = ['--no-captcha', '--port', String(await freePort())];
  let server = await startContract(flags, data);
  try {
    return await faultRounds(server, how, {
      isNoticed: isCut,
      async strike(at, stopped) {
        await at.kill9();
        await stopped;
        const down = performance.now();
        server = await startContract(flags, data);
        return { server, back: performance.now() - down };
      },
    });
  } finally {
    await server.stop();
    await dropDatabaseOf(data);
    rmSync(data, { recursive: true, force: true });
  }
}

/** PostgreSQL is killed with all its processes under a server that stays up, and started again. */
export async function restartRounds(how: Rounds) {
  const postgres = await startPostgres();
  const asBefore = usingPostgres(postgres.url);
  const server = await startContract();
  let [refused, longestAnswer] = [0, 0];
  try {
    const figures = await faultRounds(server, how, {
      isNoticed: isAway,
      async strike(at, stopped, random) {
        await postgres.crash();
        const answers = askOn(at);
        await stopped;
        await sleep(random.between(0, DOWN_MS));
        await postgres.start();
        const up = performance.now();
        await writesAgain(at);
        const back = performance.now() - up;
        const asked = await answers.stop();
        refused += asked.refused;
        longestAnswer = Math.max(longestAnswer, Math.round(asked.longest));
        must(at.process.exitCode === null, () => 'the server has ended');
        return { server: at, back };
      },
    });
    return { ...figures, refused, longestAnswer };
  } finally {
    await server.stop();
    asBefore();
    await postgres.stop();
  }
}

/**
 * Two experts score, two applications go to and fro, two people upload and an import runs while a fault strikes at
 * random moments. After each round every client compares the answers with the data, and the doctor examines
 * the data. @throws Broken
 */
async function faultRounds(first: Contract, { rounds, seed, imported, report }: Rounds, fault: Fault) {
  const began = performance.now();
  const random = new Random(seed);
  let server = first;
  const importer = await importing(server, await addManager(server, 'city_manager', '450300'), imported);
  const uploaders = [1, 2].map((one) => uploader(server.admin, one * 1_000_000));
  const clients = [...(await reviewersOf(server)), ...uploaders];
  const total = () => clients.reduce((sum, { answered }) => sum + answered, 0);
  try {
    const restarts: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const before = total();
      importer.begin();
      const work = Promise.all(clients.map((client) => workUntil(fault.isNoticed, client, server)));
      await Promise.race([sleep(random.between(0, WORK_MS)), work]);
      // A busy machine may not have done anything yet.
      while (total() === before) await Promise.race([sleep(ASK_MS), work]);
      const struck = await fault.strike(server, work, random);
      server = struck.server;
      restarts.push(struck.back);
      const when = `round ${round}, seed ${seed}`;
      for (const client of clients)
        await client.check(server).catch((error: unknown) => {
          throw new Error(`${when}, ${client.name}`, { cause: error });
        });
      await importer.check(server);
      must((await findingsOf(server)).length === 0, () => `${when}: the data are not sound`);
      report?.({ round, answered: total() });
    }
    const sorted = restarts.sort((a, b) => a - b).map(Math.round);
    return {
      kills: rounds,
      answered: Object.fromEntries(clients.map(({ name, answered }, index) => [`${index + 1} ${name}`, answered])),
      uploadsResumed: uploaders.reduce((sum, { resumed }) => sum + resumed, 0),
      imported: await importer.finish(server),
      restart: { median: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 },
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await importer.clear();
  }
}

async function reviewersOf(server: Contract): Promise<Client[]> {
  await server.admin.api.call('POST system/update_settings', { minExperts: 2 });
  const cast = await addCast(server, 2);
  const reviewing = await bring(server, cast, 'reviewing');
  const applications = [await bring(server, cast, 'submitted'), await bring(server, cast, 'submitted')];
  return [...cast.experts.map((expert) => scorer(expert, reviewing.id)), ...applications.map(stepper)];
}

async function findingsOf({ data, database }: Contract): Promise<unknown[]> {
  const found: unknown[] = [];
  const { signal } = new AbortController();
  for await (const finding of examine({ data, databaseUrl: database }, { signal, watch() {} })) found.push(finding);
  return found;
}

const CALLS = ['/api/health', '/api/user', '/api/user/export?kind=managers&format=csv'];

/** Calls again and again: each answer is right or a 503 with `Retry-After`. */
function askOn({ request, admin }: Contract) {
  let [over, refused, longest] = [false, 0, 0];
  const headers = { Token: admin.token, 'Accept-Language': 'en' };
  const asking = (async () => {
    for (let turn = 0; !over; turn++) {
      const began = performance.now();
      const path = CALLS[turn % CALLS.length] ?? '';
      const answer = await request('GET', path, { headers });
      if (answer.status === 503) {
        const { code } = await checkError(answer.clone(), path);
        must(code === 'overloaded', () => `${path} is answered ${code}`);
        must(Number(answer.headers.get('retry-after')) > 0, () => `${path} has no Retry-After`);
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

/** Returns once a write is answered with 200. */
async function writesAgain({ request, admin }: Contract): Promise<void> {
  for (;;) {
    const answer = await request('POST', '/api/user/my_profile', { headers: { Token: admin.token } });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    await sleep(ASK_MS);
  }
}
