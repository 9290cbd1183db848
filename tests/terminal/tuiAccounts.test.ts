import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterEach, expect, test } from 'vitest';
import { desk, onDemoOverLine, proxy } from './demo.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoOverLine();
afterEach(closeAll);

const TABS = { managers: '2', experts: '3', stations: '4', supervisors: '5' } as const;

async function opened(kind: keyof typeof TABS): Promise<Tui> {
  const tui = await openAs(desk, 'admin', { cols: 100, rows: 30 });
  tui.type(TABS[kind]);
  await tui.sees(/\d in all/);
  return tui;
}

const shown = async (kind: string, account: string) =>
  JSON.parse((await desk.shp([kind, 'show', account, '--format', 'json'])).out);

test('a new expert: errors at the field, a lost answer loses and doubles nothing, the password once', async () => {
  const tui = await opened('experts');
  tui.type('n');
  await tui.sees('New expert');
  tui.press('Enter');
  await tui.sees(/Account \* .*! /);
  tui.type('expert_tui');
  tui.press('Tab');
  tui.type('桂林');
  await tui.sees(/Division.*桂林/);
  tui.press('Tab');
  tui.type('张三');
  tui.press('Tab');
  tui.type('示例单位');
  tui.press('Tab', 'Tab', 'Space', 'Right', 'Right', 'Right', 'Space', 'Tab');
  tui.type('12345\r');
  await tui.sees(/Phone \* +12345 .*! /);
  await tui.sees(/Division +桂林 .*! /);
  // The first wrong field has the cursor, and what is typed goes there.
  tui.type('市');
  await tui.loses(/Division +桂林市 .*!/);
  tui.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  for (const _ of '12345') tui.press('Backspace');
  // The account is made, but the answer does not arrive.
  proxy.rule = ({ url }) => (url === '/api/user/add_expert' ? { cutAfter: 0 } : undefined);
  tui.type('13800000000\r');
  await tui.sees(/│ ! /);
  proxy.rule = () => undefined;
  tui.press('Enter');
  await tui.sees('The account was added');
  const [, password = ''] = /Initial password +(\S+)/.exec(tui.screen()) ?? [];
  tui.type('y');
  await tui.sees('Copied the initial password');
  expect(tui.raw()).toContain(`\u001b]52;c;${Buffer.from(password).toString('base64')}`);
  tui.press('Esc');
  await tui.loses(password);
  const { profile, division, mustChangePassword } = await shown('experts', 'expert_tui');
  expect({ profile, division, mustChangePassword }).toEqual({
    profile: { name: '张三', unit: '示例单位', specialties: ['hydraulic', 'safety'], phone: '13800000000' },
    division: '450300',
    mustChangePassword: true,
  });
  await expect(desk.login('expert_tui', password)).rejects.toThrow(/initial password|new-password-stdin/i);
});

test('typing replaces the division that is filled in, and a problem with choices stands below them', async () => {
  const tui = await openAs(desk, 'city450300');
  tui.type('2');
  await tui.sees(/\d in all/);
  tui.type('n');
  await tui.sees('New expert');
  await tui.sees(/Division +桂林市 /);
  tui.press('Enter');
  await tui.sees(/Specialties \*[\s\S]*! Required[\s\S]*Phone/);
  tui.press('Down');
  tui.type('叠彩');
  await tui.sees(/Division +叠彩 /);
  expect(tui.screen()).not.toContain('桂林市叠彩');
  tui.press('Esc', 'Esc');
});

test('the page of an account has what its row in the list has: open reviews, rating and its last day', async () => {
  const experts = await opened('experts');
  experts.press('Enter');
  await experts.sees(/│ +Open reviews +\d+ /);
  const [rated] = JSON.parse((await desk.shp(['stations', 'list', '--rated', '2', '--format', 'json'])).out);
  const stations = await opened('stations');
  stations.type('/');
  stations.type(rated.account);
  stations.press('Enter');
  await stations.sees(/1 in all/);
  stations.press('Enter');
  await stations.sees(/Rating\s+Level 2/);
  await stations.sees(new RegExp(`Rated until\\s+${rated.rating.validUntil}`));
});

test('Enter opens the page of an account at each width, where it gets a new password and is deleted', async () => {
  const tui = await opened('experts');
  const given = ['--account', 'expert_page', '--division', '450300', '--name', '页上', '--unit', '示例单位'];
  const added = await desk.shp(['experts', 'add', ...given, '--specialties', 'safety', '--phone', '13800000000']);
  expect(added.code).toBe(0);
  tui.type('/expert_page\r');
  await tui.sees(/1 in all/);
  for (const cols of [80, 150]) {
    tui.resize(cols, cols === 80 ? 24 : 40);
    await tui.sees(/1\/1 ─/);
    tui.press('Enter');
    await tui.sees('╭ Experts › 页上 (expert_page)');
    tui.press('Esc');
    await tui.sees(/1 in all/);
  }
  tui.resize(80, 24);
  tui.press('Enter');
  await tui.sees(/r Reset password/);
  tui.type('r');
  await tui.sees('Reset the password of 页上 (expert_page)?');
  tui.press('Enter');
  await tui.sees('The password was reset');
  const [, password = ''] = /Initial password +(\S+)/.exec(tui.screen()) ?? [];
  tui.press('Esc');
  await tui.loses(password);

  tui.type('d');
  await tui.sees('Move 页上 (expert_page) to the recycle bin?');
  tui.press('Enter');
  await tui.sees(/│ +Deleted +Yes/);
  await tui.sees(/r Recover/);
  tui.type('r');
  await tui.sees('Recover 页上 (expert_page)?');
  tui.press('Enter');
  await tui.sees(/r Reset password/);
  tui.type('d');
  await tui.sees('Move 页上 (expert_page) to the recycle bin?');
  tui.press('Enter');
  await tui.sees(/d Delete for good/);
  tui.type('d');
  await tui.sees('Delete 页上 (expert_page) for good?');
  tui.press('Enter');
  // The page is gone with its account.
  await tui.sees(/╭ Experts › expert_page ─[\s\S]*Nothing found/);
});

test('a change sends what differs; what changed elsewhere meanwhile is kept', async () => {
  const tui = await opened('stations');
  const account = /station\d+/.exec(tui.screen())?.[0] ?? '';
  const before = await shown('stations', account);
  tui.type('E');
  await tui.sees(`(${account})`);
  // The server has another address by now.
  await desk.shp(['stations', 'update', account, '--address', '示例路2号']);
  tui.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await tui.until(() =>
    tui.lines().some((line) => line.includes('│ River') && tui.cursor()?.y === tui.lines().indexOf(line)),
  );
  tui.type(' 示例河');
  tui.press('Enter');
  await tui.sees(/│ ! /);
  await tui.sees('示例路2号');
  tui.press('Enter');
  await tui.sees('Saved');
  const after = await shown('stations', account);
  expect(after.profile.address).toBe('示例路2号');
  expect(after.profile.river).toBe(`${before.profile.river ?? ''} 示例河`.trim());
  expect({ ...after.profile, address: '', river: '' }).toEqual({ ...before.profile, address: '', river: '' });

  // Nothing typed is lost by one Esc.
  tui.press('Enter');
  await tui.sees(/Account +station/);
  tui.type('E');
  await tui.sees('Change: ');
  tui.type('x');
  tui.press('Esc');
  await tui.sees('Esc again discards');
  tui.press('Esc');
  await tui.loses('Change: ');
  expect(await shown('stations', account)).toEqual(after);
});

test('a new unit: the role brings its fields, and the password is asked for above the form', async () => {
  await desk.login('admin', DEMO_PASSWORD, { confirmed: false });
  const tui = openTui(desk);
  await tui.sees('Level-3 stations');
  tui.type(TABS.managers);
  await tui.sees(/\d in all/);
  tui.type('n');
  await tui.sees('New review unit');
  expect(tui.screen()).not.toContain('Phone');
  tui.type('guilin_tui');
  tui.press('Tab', 'Right', 'Right', 'Right');
  tui.press('Space');
  await tui.sees('Phone *');
  tui.press('Tab');
  tui.type('桂');
  // A unit of a city has a city.
  await tui.sees(/Right takes the first: 桂林市 +│/);
  // Leaving the field takes what alone is meant.
  tui.press('Tab');
  await tui.sees(/Division\W+桂林市 /);
  tui.type('示例单位');
  tui.press('Tab');
  tui.type('李四');
  tui.press('Tab');
  tui.type('0773-1234567');
  tui.press('Enter');
  // The question stands over the form; without the password, the form is as it was.
  const question = '╭ Confirm with your password first';
  await tui.sees(question);
  expect(tui.screen()).toMatch(/Account \* +guilin_tui/);
  expect(tui.cursor()?.y).toBe(tui.lines().findLastIndex((line) => line.includes('│ Your password ')));
  tui.press('Esc');
  await tui.loses(question);
  await tui.until(() => tui.cursor()?.y === tui.lines().findIndex((line) => line.includes('│ Phone')));
  tui.press('Enter');
  await tui.sees(question);
  tui.type(`${DEMO_PASSWORD}\r`);
  await tui.sees('The account was added');
  expect((await shown('managers', 'guilin_tui')).role).toBe('city_manager');
});

test('what is typed outlives a server that is away and a session that ends', async () => {
  const tui = await opened('supervisors');
  tui.type('n');
  await tui.sees('New aggregate account');
  for (const text of ['group_tui', '示例集团', '', '王五', '0771-1234567']) {
    tui.type(text);
    tui.press('Tab');
  }
  proxy.rule = ({ url }) => (url === '/api/user/add_supervisor' ? { status: 502 } : undefined);
  tui.press('Enter');
  await tui.sees(/│ ! /);
  proxy.rule = () => undefined;
  const { sessions } = JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8'));
  await desk.shp(['api', 'POST', 'session/logout', '--token', sessions[proxy.url].token]);
  tui.press('Enter');
  await tui.sees('Server: ');
  tui.type(`${DEMO_PASSWORD}\r`);
  await tui.loses('Server: ');
  await tui.sees('group_tui');
  tui.press('Enter');
  await tui.sees('The account was added');
  expect((await shown('supervisors', 'group_tui')).profile).toEqual({
    name: '示例集团',
    contact: '王五',
    phone: '0771-1234567',
  });
}, 120_000);
