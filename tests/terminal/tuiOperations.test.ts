import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { csvRows, lines as objects } from '../support/desk.ts';
import { startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

async function supervisors(): Promise<Tui> {
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
  tui.type('5');
  await tui.sees('in all');
  return tui;
}
async function add(account: string) {
  const words = [
    'supervisors',
    'add',
    '--account',
    account,
    '--name',
    `${account} 示例`,
    '--contact',
    '张三',
    '--phone',
    '0771-1234567',
  ];
  const run = await desk.shp(words);
  if (run.code !== 0) throw new Error(run.err);
}
const inBin = async () =>
  objects<{ account: string }>((await desk.shp(['supervisors', 'list', '--deleted', '--format', 'ndjson'])).out).map(
    ({ account }) => account,
  );

test('delete asks, moves to the recycle bin, can be undone; the recycle bin recovers and deletes for good', async () => {
  await desk.login('admin');
  await add('doomed_1');
  await add('doomed_2');
  const tui = await supervisors();
  tui.type('/doomed\r');
  await tui.sees('2 in all  [doomed]');
  tui.type('a');
  await tui.sees('2 selected');
  tui.type('d');
  await tui.sees('Move 2 accounts to the recycle bin?');
  tui.type('n');
  await tui.loses('Move 2 accounts');
  expect(await inBin()).not.toContain('doomed_1');
  tui.type('dy');
  await tui.sees('Delete: done  2 done');
  await tui.sees('0 in all');
  expect(await inBin()).toEqual(expect.arrayContaining(['doomed_1', 'doomed_2']));
  tui.type('u');
  await tui.sees('Recover 2 accounts?');
  tui.type('y');
  await tui.sees('Recover: done  2 done');
  await tui.sees('2 in all');
  expect(await inBin()).not.toContain('doomed_1');
  tui.type('dy');
  await tui.sees('Delete: done  1 done');
  tui.type('b');
  await tui.sees('1 in all  [doomed, Recycle bin]');
  tui.type('r');
  await tui.sees('Recover doomed');
  tui.press('Enter');
  await tui.sees('Recover: done  1 done');
  await tui.sees('0 in all');
  tui.type('b');
  await tui.sees('2 in all  [doomed]');
  tui.type('dy');
  await tui.sees('Delete: done  1 done');
  tui.type('b');
  await tui.sees('1 in all  [doomed, Recycle bin]');
  tui.type('d');
  await tui.sees('for good?');
  tui.type('y');
  await tui.sees('Delete for good: done  1 done');
  expect((await inBin()).filter((account) => account.startsWith('doomed'))).toEqual([]);
});

test('a permanent deletion with a lost response counts as done', async () => {
  await desk.login('admin');
  for (const number of [1, 2, 3]) {
    await add(`vanishing_${number}`);
  }
  const ids = objects<{ id: string }>(
    (await desk.shp(['supervisors', 'list', '--keyword', 'vanishing', '--format', 'ndjson'])).out,
  ).map(({ id }) => id);
  expect((await desk.shp(['supervisors', 'delete', ...ids, '--yes'])).code).toBe(0);
  const line = await startProxy(server.url);
  desk.env.SHP_SERVER = line.url;
  const tui = await supervisors();
  tui.type('/vanishing\r');
  await tui.sees('0 in all  [vanishing]');
  tui.type('b');
  await tui.sees('3 in all  [vanishing, Recycle bin]');
  // The server does the work, but each of the first responses is lost.
  line.rule = ({ url }, count) => (url === '/api/user/delete' && count < 3 ? { cutAfter: 0 } : undefined);
  tui.type('ad');
  await tui.sees('Delete 3 accounts for good?');
  tui.type('y');
  await tui.sees('Delete for good: done  3 done');
  expect(line.seen.filter(({ url }) => url === '/api/user/delete').length).toBeGreaterThan(3);
  line.stop();
});

test('the own account cannot be deleted, and the key says so', async () => {
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
  tui.type('2');
  await tui.sees('in all');
  tui.type('/admin\r');
  await tui.sees('1 in all  [admin]');
  tui.type('d');
  await tui.sees('it is your own');
});

test('new passwords are shown once under Jobs, saved in a private file, and confirmed before leaving', async () => {
  await desk.login('admin');
  await add('reset_1');
  const tui = await supervisors();
  tui.type('/reset_1\r');
  await tui.sees('1 in all');
  tui.type('r');
  await tui.sees('Reset the password of reset_1');
  tui.type('y');
  await tui.sees('Reset password: done  1 done');
  await tui.sees('The password was reset');
  const password = / (\w{4}-\w{4}-\w{4}-\w{4})/.exec(tui.screen())?.[1];
  expect(password).toBeDefined();
  expect(tui.screen()).toMatch(/Account +reset_1/);
  expect(tui.lines().at(-1)).toContain('y Copy');
  tui.press('Esc');
  await tui.loses('The password was reset');
  tui.type('J');
  await tui.sees('Jobs');
  tui.press('Enter');
  await tui.sees('Initial passwords, shown only here');
  expect(tui.screen()).toContain(`: ${password}`);
  tui.press('Esc');
  await tui.loses('Initial passwords');
  tui.type('q');
  await tui.sees('1 in all');
  tui.type('q');
  await tui.sees('Initial passwords shown only under Jobs have not been saved');
  tui.type('n');
  await tui.loses('have not been saved');
  tui.type('J');
  await tui.sees('Reset password');
  tui.type('e');
  await tui.sees('Save the report');
  tui.type('\u0015report.csv\r');
  await tui.sees('Written: report.csv');
  const file = join(desk.folder, 'report.csv');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(csvRows(readFileSync(file, 'utf8'))[1]).toEqual([
    'reset_1 示例 (reset_1)',
    'done',
    'password reset',
    password,
  ]);
  tui.type('q');
  await tui.sees('1 in all');
  // A copied password is saved too.
  tui.type('ry');
  await tui.sees('The password was reset');
  tui.type('y');
  await tui.sees('Copied the initial password');
  tui.press('Esc');
  await tui.loses('The password was reset');
  tui.type('q');
  expect(await tui.ended).toBe(0);
});
