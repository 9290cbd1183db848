import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { managerProfile, newAccount } from '../../tests/support/people.ts';
import { COMMAND, startServer } from '../../tests/support/server.ts';
import { strictClient } from '../../tests/support/strictClient.ts';
import { percentile, rounded } from '../load.ts';
import { login, PASSWORD } from '../servers.ts';

const PAIRS = 5;

/** How long four writers wait while `shp backup` runs, against as long a time without; on the full demo. */
export async function backups(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'shp-backups-'));
  const server = await startServer({ SHP_ADMIN_PASSWORD: PASSWORD }, ['--demo=full', '--no-captcha']);
  try {
    const { call } = strictClient(server.url, await login(server.url, 'admin'), 'en');
    const writing = async (until: () => boolean) => {
      const times: number[] = [];
      const writer = async () => {
        while (!until()) {
          const account = newAccount('written');
          const began = performance.now();
          await call('POST user/add_manager', { account, role: 'ministry_manager', profile: managerProfile(account) });
          times.push(performance.now() - began);
        }
      };
      await Promise.all([writer(), writer(), writer(), writer()]);
      return times;
    };
    const [beside, without]: [number[], number[]] = [[], []];
    const lasted: number[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      let over = false;
      const began = performance.now();
      const args = [COMMAND, 'backup', join(folder, `${pair}.tar`), '--data', server.data];
      const child = spawn(process.execPath, args, { stdio: 'ignore' });
      const ended = once(child, 'exit').then(() => {
        over = true;
      });
      beside.push(...(await writing(() => over)));
      await ended;
      if (child.exitCode !== 0) throw new Error(`the backup ended with ${child.exitCode}`);
      const took = performance.now() - began;
      lasted.push(took);
      let rested = false;
      void sleep(took).then(() => {
        rested = true;
      });
      without.push(...(await writing(() => rested)));
    }
    const p95 = (times: number[]) => rounded(percentile(times, 0.95));
    return {
      megabytes: Math.round(statSync(join(folder, '0.tar')).size / 2 ** 20),
      seconds: lasted.map((one) => rounded(one / 1000)),
      writes: { beside: beside.length, without: without.length },
      p50: { beside: rounded(percentile(beside, 0.5)), without: rounded(percentile(without, 0.5)) },
      p95: { beside: p95(beside), without: p95(without) },
      longest: { beside: rounded(Math.max(...beside)), without: rounded(Math.max(...without)) },
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
