import { errorTexts } from '@shp/server/errorTexts';
import { afterEach, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { MAY_FAIL, MAY_MOUNT, newFailing, newSmall } from '../../support/mounts.ts';
import { ON_SQLITE } from '../../support/postgres.ts';

/** The server makes at most one test write in 10 s; one more second for polling. */
const WITHIN = { timeout: 11_000, interval: 500 };

let server: Contract | null = null;
let clear: (() => void) | null = null;
afterEach(async () => {
  await server?.stop();
  clear?.();
});

async function health({ url }: Contract): Promise<[number, { database: string }]> {
  const response = await fetch(`${url}/api/health`);
  return [response.status, await response.json()];
}

test.runIf(MAY_MOUNT && ON_SQLITE)(
  'a full disk is detected within 10 s without any write, and so is free space again',
  async () => {
    const disk = newSmall(16);
    clear = disk.clear;
    server = await startContract(undefined, disk.path);
    const own = server;
    expect(await health(own)).toMatchObject([200, { status: 'ok', database: 'ok' }]);
    disk.fill();
    await vi.waitFor(async () => expect(await health(own)).toMatchObject([503, { database: 'full' }]), WITHIN);
    const chinese = await fetch(`${own.url}/api/health`, { headers: { 'Accept-Language': 'zh' } });
    expect(await chinese.json()).toMatchObject({
      code: 'overloaded',
      database: 'full',
      message: errorTexts.zh.text.troubles.full,
    });
    disk.makeRoom();
    await vi.waitFor(async () => expect(await health(own)).toMatchObject([200, { database: 'ok' }]), WITHIN);
  },
);

test.runIf(MAY_FAIL && ON_SQLITE)('a read-only disk is detected within 10 s without any write', async () => {
  const disk = newFailing(40);
  clear = disk.clear;
  server = await startContract(undefined, `${disk.path}/data`);
  const own = server;
  expect(await health(own)).toMatchObject([200, {}]);
  disk.fail();
  await vi.waitFor(async () => expect(await health(own)).toMatchObject([503, { database: 'read-only' }]), WITHIN);
});
