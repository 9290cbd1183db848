import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Contract, startContract } from '../../tests/support/contract.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { dropDatabaseOf } from '../../tests/support/postgres.ts';

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
