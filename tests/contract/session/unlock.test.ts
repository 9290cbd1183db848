import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cli } from '@shp/shared/text/en/cli';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { COMMAND } from '../../support/server.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const run = promisify(execFile);
/** Runs `shp unlock` beside the running server; returns exit code and output. */
async function unlock(account: string): Promise<{ exit: number; said: string }> {
  const place = server.database === null ? ['--data', server.data] : ['--database-url', server.database];
  const env = { ...process.env, SHP_LANG: 'en', SHP_DATABASE_URL: '' };
  return run(process.execPath, [COMMAND, 'unlock', account, ...place], { env }).then(
    ({ stderr }) => ({ exit: 0, said: stderr.trim() }),
    (error: { code: number; stderr: string }) => ({ exit: error.code, said: error.stderr }),
  );
}

test('unlocking lets an account log in again at once and writes an audit row', async () => {
  const person = await addManager(server, 'ministry_manager');
  for (let attempt = 0; attempt < 10; attempt++)
    expect(await outcome(server.login(person.account, 'wrong-1'))).toBe('400 bad_credentials');
  expect(await outcome(server.login(person.account, person.password))).toBe('429 too_many_requests');
  const spelt = person.account.toUpperCase();
  expect(await unlock(spelt)).toEqual({ exit: 0, said: cli.unlock.done(person.account, 10) });
  expect(await outcome(server.login(person.account, person.password))).toBe('200');
  const { items } = await server.admin.api.call('GET audit', { action: 'unlock' });
  expect(items[0]).toMatchObject({ by: null, object: { id: person.id }, changes: { failures: [10, 0] } });
  expect(await server.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
});

test('unlocking an unknown account is refused', async () => {
  const { exit, said } = await unlock('nobody-here');
  expect([exit, said]).toEqual([1, expect.stringContaining(cli.unlock.noAccount('nobody-here'))]);
});

test("unlocking makes an administrator's expired initial password valid again, no other", async () => {
  const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const people = [await addManager(server, 'admin'), await addManager(server, 'ministry_manager')];
  const outcomes = [];
  for (const { id, account } of people) {
    const { initialPassword } = await server.admin.api.call('POST user/reset_password', { id });
    await server.rawDatabase.sql('UPDATE users SET must_change_since = ? WHERE id = ?', long, id);
    expect(await outcome(server.login(account, initialPassword))).toBe('400 bad_credentials');
    const { said } = await unlock(account);
    outcomes.push([
      said.includes(cli.unlock.prolonged(account)),
      await outcome(server.login(account, initialPassword)),
    ]);
  }
  expect(outcomes).toEqual([
    [true, '200'],
    [false, '400 bad_credentials'],
  ]);
});
