import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorTexts } from '@shp/server/errorTexts';
import { ApiError } from '@shp/shared/api/errors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { MAY_MOUNT, newSmall, type Small } from '../../support/mounts.ts';
import { addManager, managerProfile, newAccount } from '../../support/people.ts';
import { ON_SQLITE } from '../../support/postgres.ts';
import { checkError, outcome, refusal } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';
import { doctor, startFails } from './commands.ts';

const here = test.runIf(MAY_MOUNT && ON_SQLITE);
const FULL = errorTexts.en.text.troubles.full;

let disk: Small;
let server: Contract | null;
beforeEach(() => {
  if (MAY_MOUNT) disk = newSmall(16);
});
afterEach(async () => {
  await server?.stop();
  server = null;
  if (MAY_MOUNT) disk.clear();
});

/** Adds accounts until the server refuses one; returns those it confirmed. */
async function addUntilRefused(to: Contract): Promise<{ added: string[]; error: ApiError }> {
  const added: string[] = [];
  for (let each = 0; each < 5000; each++) {
    const account = newAccount('unit');
    try {
      const profile = managerProfile(account);
      await to.admin.api.call('POST user/add_manager', { account, role: 'ministry_manager', profile });
      added.push(account);
    } catch (error) {
      if (error instanceof ApiError) return { added, error };
      throw error;
    }
  }
  throw new Error('the disk never got full');
}

here(
  'a full disk: said in words, nothing answered is lost, reading goes on, and it goes on by itself with room',
  async () => {
    server = await startContract(undefined, disk.path);
    const { admin } = server;
    const bytes = pdfOf(200_000);
    const tus = Tus.of(server, admin);
    const location = await tus.begin({ target: 'document', roles: '', filename: 'a.pdf' }, bytes.length);
    await tus.patch(location, 0, bytes.slice(0, 50_000));
    await server.confirm(admin);
    disk.fill();
    const { added, error } = await addUntilRefused(server);
    expect([error.status, error.code, error.message]).toEqual([503, 'overloaded', FULL]);
    expect(error.retryAfter).toBeGreaterThan(0);
    const account = newAccount('unit');
    const unit = { account, role: 'ministry_manager', profile: managerProfile(account) } as const;
    const inChinese = await refusal(server.as(admin.token, 'zh').call('POST user/add_manager', unit));
    expect(inChinese.message).toBe(errorTexts.zh.text.troubles.full);
    const stuck = await tus.patch(location, 50_000, bytes.slice(50_000));
    expect(stuck.status).toBe(503);
    expect(await stuck.json()).toMatchObject({ code: 'overloaded', message: FULL });
    expect(await outcome(server.guest.call('GET health', {}))).toBe('503 overloaded');
    const { total } = await admin.api.call('GET user/managers', { keyword: 'unit-' });
    expect(total).toBe(added.length);
    disk.makeRoom();
    await addManager(server, 'ministry_manager');
    const offset = Number((await tus.head(location)).headers.get('Upload-Offset'));
    expect(offset).toBeGreaterThanOrEqual(50_000);
    const fileId = (await tus.patch(location, offset, bytes.slice(offset))).headers.get('File-Id') ?? '';
    expect(await server.rawDatabase.sql('SELECT sha256 FROM files WHERE id = ?', fileId)).toEqual([
      { sha256: sha256(bytes) },
    ]);
    expect(doctor(disk.path)).toBe(0);
  },
);

here('killed on a full disk and started again: in words while it is full, whole once there is room', async () => {
  server = await startContract(undefined, disk.path);
  await server.confirm(server.admin);
  disk.fill();
  const { added } = await addUntilRefused(server);
  await server.kill9();
  disk.fill();
  const told = startFails(disk.path);
  expect(told).toContain(`the disk with ${disk.path} is full`);
  expect(told).not.toContain('    at ');
  disk.makeRoom();
  server = await startContract(undefined, disk.path);
  expect((await server.admin.api.call('GET user/managers', { keyword: 'unit-' })).total).toBe(added.length);
  expect(doctor(disk.path)).toBe(0);
});

here('a directory that cannot be written to: said in words, and served once it can', async () => {
  server = await startContract(undefined, disk.path);
  await server.stop();
  disk.readOnly(true);
  const told = startFails(disk.path);
  expect(told).toContain(`${disk.path} cannot be written to`);
  expect(told).not.toContain('    at ');
  expect(startFails(disk.path, 'zh')).toContain(`无法写入 ${disk.path}`);
  disk.readOnly(false);
  server = await startContract(undefined, disk.path);
  expect(doctor(disk.path)).toBe(0);
});

here('an export whose disk gets full half-way is refused, never sent cut off; with room it is made', async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
  await symlink(disk.path, join(server.data, 'exports'));
  const headers = { Token: server.admin.token, 'Accept-Language': 'en' };
  const path = '/api/user/export?kind=stations&format=csv';
  const whole = await server.request('GET', path, { headers });
  const size = (await whole.arrayBuffer()).byteLength;
  expect([whole.status, size > 3 * 4096]).toEqual([200, true]);
  disk.fill();
  // Room for one page: the system performs a short write and reports it.
  disk.makeRoom(4096);
  const cut = await server.request('GET', path, { headers });
  const { code, message } = await checkError(cut, 'export');
  expect([cut.status, code, message]).toEqual([503, 'overloaded', FULL]);
  disk.makeRoom();
  const again = await server.request('GET', path, { headers });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([200, size]);
});
