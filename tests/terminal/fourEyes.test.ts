import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { common } from '@shp/shared/text/en/common';
import { tui as words } from '@shp/shared/text/en/tui';
import { afterEach, describe, expect, test } from 'vitest';
import { firstLogin, logIn, type Person } from '../support/accounts.ts';
import { type FaultyLine, gate, startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { onTerminal } from './terminal.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const COUNTY = 'county450325';
const CHOSEN = 'chosen-2026';

/** An expert with an open review that administrators may conclude, the number of that review, and the administrator. */
async function atWork(): Promise<{ admin: Person; id: string; account: string; name: string; number: string }> {
  const admin = await logIn(server.url, 'admin', DEMO_PASSWORD);
  const { items } = await admin.api.call('GET user/experts', { size: 200 });
  for (const { id, account, profile } of items) {
    const [first] = (await admin.api.call('GET user/reset_effects', { id })).assessments;
    if (first) return { admin, id, account, name: profile.name, number: first.number };
  }
  throw new Error('no expert is at work');
}
const hasInitial = async ({ api }: Person, id: string) => (await api.call('GET user', { id })).mustChangePassword;

describe('a password reset that blocks steps for the resetter', () => {
  test('warns and asks on the command line; --yes skips the question', async () => {
    const { admin, id, account, number } = await atWork();
    await desk.login('admin');
    const warning = new RegExp(`^${account}: after the reset you may not conclude \\(.*${number}.*\\)$`, 'm');
    const alone = await desk.shp(['experts', 'reset-password', account]);
    expect([alone.code, alone.out]).toEqual([2, '']);
    expect(alone.err).toMatch(warning);
    expect(alone.err).toContain('add --yes');
    const no = onTerminal(desk, ['experts', 'reset-password', account], { cols: 150, rows: 40 });
    await no.sees('Reset, although you may then not take these steps? [y/N]');
    expect(no.screen()).toMatch(warning);
    no.type('n\r');
    expect(await no.ended).toBe(1);
    expect(await hasInitial(admin, id)).toBe(false);
    const yes = await desk.shp(['experts', 'reset-password', account, '--yes', '--format', 'json']);
    expect(JSON.parse(yes.out)).toMatchObject({ id });
    expect(yes.err).not.toMatch(warning);
    expect(await hasInitial(admin, id)).toBe(true);
    expect((await admin.api.call('GET user/reset_effects', { id })).assessments).toEqual([]);
  });

  test('asks twice on the screen', async () => {
    const { admin, id, account, name, number } = await atWork();
    const tui = await experts(account);
    tui.type('r');
    await tui.sees('after the reset you may not conclude');
    expect(tui.screen()).toContain(number);
    tui.type('y');
    await tui.sees(`Reset the password of ${name} (${account})?`);
    expect(await hasInitial(admin, id)).toBe(false);
    tui.type('y');
    await tui.sees('Reset password: done  1 done');
    expect(await hasInitial(admin, id)).toBe(true);
  });
});

/** Opens the experts list as the administrator, filtered to one account. */
async function experts(account: string): Promise<Tui> {
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
  tui.type('3');
  await tui.sees('in all');
  tui.type(`/${account}\r`);
  await tui.sees('1 in all');
  return tui;
}

describe('deleting an account with unknown open work', () => {
  const isLookUp = ({ url }: { url: string }) => url.startsWith('/api/user/delete_effects');
  const deletions = (line: FaultyLine) => line.seen.filter(({ url }) => url === '/api/user/delete').length;

  async function supervisor(account: string): Promise<void> {
    const admin = await logIn(server.url, 'admin', DEMO_PASSWORD);
    const profile = { name: '示例', contact: '张三', phone: '0771-1234567' };
    await admin.api.call('POST user/add_supervisor', { account, profile });
  }
  async function supervisors(search: string, found: number): Promise<{ tui: Tui; line: FaultyLine }> {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
    tui.type('5');
    await tui.sees('in all');
    tui.type(`/${search}\r`);
    await tui.sees(`${found} in all  [${search}]`);
    return { tui, line };
  }

  test('asks again if there is open work, however often the key was pressed', async () => {
    const { admin, account, id, name } = await atWork();
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await experts(account);
    const looked = gate();
    line.rule = (seen) => (isLookUp(seen) ? { passWhen: looked.opened } : undefined);
    tui.type('dyy');
    await tui.sees(words.openWork.looking);
    looked.open();
    await tui.sees(`Delete ${name} (${account}) although this work is open?`);
    expect(tui.screen()).toContain('Open reviews that end');
    // Only what there is.
    expect(tui.screen()).not.toMatch(/open applications|count: 0/);
    expect(deletions(line)).toBe(0);
    tui.type('n');
    await tui.loses(`Delete ${name} (${account}) although this work is open?`);
    tui.type('d');
    await tui.sees('Open reviews that end');
    tui.type('y');
    await tui.sees(`Delete ${name} (${account}) although this work is open?`);
    tui.type('y');
    await tui.sees('Delete: done  1 done');
    expect(deletions(line)).toBe(1);
    await admin.api.call('POST user/recover', { userId: id });
    line.stop();
  });

  test('starts once if there is none, and not after a no', async () => {
    await supervisor('early_1');
    const { tui, line } = await supervisors('early_1', 1);
    const looked = gate();
    line.rule = (seen) => (isLookUp(seen) ? { passWhen: looked.opened } : undefined);
    tui.type('dy');
    await tui.sees(words.openWork.looking);
    tui.type('n');
    await tui.loses(words.openWork.looking);
    tui.type('dyy');
    await tui.sees(words.openWork.looking);
    looked.open();
    await tui.sees('Delete: done  1 done');
    await tui.sees('0 in all');
    expect(deletions(line)).toBe(1);
    line.stop();
  });

  test('asks twice if the lookup failed, also where all matching rows are selected', async () => {
    for (const number of [1, 2]) await supervisor(`unknown_${number}`);
    const { tui, line } = await supervisors('unknown_', 2);
    line.rule = (seen) => (isLookUp(seen) ? { status: 500, body: '{}' } : undefined);
    tui.type('dy');
    await tui.sees('Continue with 示例 (unknown_2) although open work is not known?');
    expect(tui.screen()).toContain(words.openWork.unknown);
    expect(deletions(line)).toBe(0);
    tui.type('y');
    await tui.sees('Delete: done  1 done');
    await tui.sees('1 in all');
    tui.type('A');
    await tui.sees('1 selected (all matching');
    tui.type('d');
    await tui.sees(words.openWork.unknown);
    tui.type('y');
    await tui.sees('Continue with 1 account although open work is not known?');
    expect(deletions(line)).toBe(1);
    tui.type('y');
    await tui.sees('0 in all');
    expect(deletions(line)).toBe(2);
    line.stop();
  });
});

test('hints are shown before a step and stored in its event, by commands and on the screen', async () => {
  const admin = await logIn(server.url, 'admin', DEMO_PASSWORD);
  const before = await logIn(server.url, COUNTY, DEMO_PASSWORD);
  const waiting = { waiting: true, status: ['submitted' as const], size: 1 };
  const [row] = (await before.api.call('GET assessment/query', waiting)).items;
  if (!row) throw new Error('nothing awaits its first review');
  const reset = async (id: string) => (await admin.api.call('POST user/reset_password', { id })).initialPassword;
  await reset(row.station.id);
  const county = await firstLogin(server.url, COUNTY, await reset(before.id), CHOSEN);
  const hint = /Note: .*\(admin\) created or reset the password of both/;

  await desk.login(COUNTY, CHOSEN);
  const shown = await desk.shp(['assessments', 'show', row.number, '--format', 'json']);
  expect(shown.err).toMatch(hint);
  expect(JSON.parse(shown.out)).toMatchObject({ number: row.number });
  expect((await desk.shp(['assessments', 'show', row.number, '--quiet'])).err).toBe('');

  const tui = openTui(desk, { cols: 120, rows: 40 });
  await tui.sees(/Level-3 stations +\d/);
  tui.type('4');
  await tui.sees('GXXSD');
  tui.type('w');
  await tui.sees(/\[Waiting for me\]/);
  await tui.sees(new RegExp(`│ ?▌ .*${row.number}`));
  tui.press('Enter');
  await tui.sees('Return → ◄ Returned');
  tui.type('t');
  await tui.sees('▌ Pass the first review');
  tui.press('Enter');
  await tui.sees(hint);
  tui.press('Esc');

  const advanced = await desk.shp(['assessments', 'advance', row.number, 'first_passed']);
  expect(advanced.code).toBe(0);
  expect(advanced.err).toMatch(hint);
  const table = await desk.shp(['assessments', 'events', row.number, '--format', 'table']);
  expect(table.out.split('\n')[0]).toContain(common.assessment.hint);
  const csv = await desk.shp(['assessments', 'events', row.number, '--format', 'csv', '--fields', 'status,hints']);
  expect(csv.out).toContain('created or reset the password of both');
  const [other] = (await county.api.call('GET assessment/query', { status: ['draft'], size: 1 })).items;
  const none = await desk.shp(['assessments', 'events', other?.number ?? '', '--format', 'table']);
  expect(none.out.split('\n')[0]).not.toContain(common.assessment.hint);

  tui.type('R');
  tui.press('Left', 'Left');
  await tui.sees('[Events]');
  await tui.sees(hint);
});
