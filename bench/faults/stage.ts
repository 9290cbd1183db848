import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, startContract } from '../../tests/contract/harness.ts';
import { dropDatabaseOf } from '../../tests/postgres.ts';

/** One installation that is killed and started again at the same address, so that sessions and clients go on. */
export type Stage = {
  readonly data: string;
  readonly server: Contract;
  /** Starts it; where it is up, nothing. */
  up(): Promise<Contract>;
  clear(): Promise<void>;
};

export async function newStage(): Promise<Stage> {
  const data = mkdtempSync(join(tmpdir(), 'shp-faults-'));
  const flags = ['--no-captcha', '--port', String(await freePort())];
  let server = await startContract(flags, data);
  return {
    data,
    get server() {
      return server;
    },
    async up() {
      server = await startContract(flags, data);
      return server;
    },
    async clear() {
      await server.stop();
      await dropDatabaseOf(data);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Numbers from 0 to 1 from a seed, so that a run can be repeated. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
