import { join } from 'node:path';
import { errorTexts } from '@shp/server/errorTexts';
import { afterEach, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { type Failing, MAY_FAIL, newFailing } from '../../support/mounts.ts';
import { addManager, managerProfile, newAccount } from '../../support/people.ts';
import { ON_SQLITE } from '../../support/postgres.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { pdfOf, Tus } from '../../support/tus.ts';
import { doctor } from './commands.ts';

let disk: Failing | null = null;
let server: Contract | null = null;
afterEach(async () => {
  await server?.stop();
  disk?.clear();
});

test.runIf(MAY_FAIL && ON_SQLITE)(
  'when the disk stops accepting writes, the error says so, reads continue, and all confirmed data is there after the repair',
  async () => {
    disk = newFailing(40);
    const data = join(disk.path, 'data');
    server = await startContract(undefined, data);
    const { admin } = server;
    const { account: kept } = await addManager(server, 'ministry_manager');
    const accounts = async (from: Contract) =>
      (await from.admin.api.call('GET user/managers', {})).items.map((one) => one.account).sort();
    const tus = Tus.of(server, admin);
    const location = await tus.begin({ target: 'document', roles: '', filename: 'a.pdf' }, 5000);
    await server.confirm(admin);
    disk.fail();
    const { readOnly } = errorTexts.en.text.troubles;
    const account = newAccount('unit');
    const unit = { account, role: 'ministry_manager', profile: managerProfile(account) } as const;
    for (let each = 0; each < 2; each++) {
      const { status, code, message, retryAfter } = await refusal(admin.api.call('POST user/add_manager', unit));
      expect([status, code, message]).toEqual([503, 'overloaded', readOnly]);
      expect(retryAfter).toBeGreaterThan(0);
    }
    const stuck = await tus.patch(location, 0, pdfOf(5000));
    expect([stuck.status, await stuck.json()]).toMatchObject([503, { message: readOnly }]);
    expect(await accounts(server)).toEqual(['admin', kept]);
    expect(await outcome(server.guest.call('GET health', {}))).toBe('503 overloaded');
    await server.kill9();
    disk.mend();
    server = await startContract(undefined, data);
    expect(await accounts(server)).toEqual(['admin', kept]);
    await server.admin.api.call('POST user/add_manager', unit);
    expect(doctor(data)).toBe(0);
  },
);
