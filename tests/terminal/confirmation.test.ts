import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lines } from '../support/desk.ts';
import { desk, onDemoOverLine, proxy } from './demo.ts';
import { onTerminal } from './terminal.ts';
import { closeAll, openTui, type Tui } from './tui.ts';

onDemoOverLine();
beforeEach(() => desk.login('admin', DEMO_PASSWORD, { confirmed: false }));
afterEach(closeAll);

const PASSWORD = { input: `${DEMO_PASSWORD}\n` };
const confirmations = () => proxy.seen.filter(({ url }) => url === '/api/session/confirm').length;
let made = 0;
const newName = () => `unit_${++made}`;

const unit = (account: string) => [
  ...['managers', 'add', '--account', account, '--role', 'ministry_manager', '--name', `示例单位 ${account}`],
  ...['--contact', '张三', '--phone', '0771-1234567', '--fields', 'id,initialPassword'],
];

/** Adds units in a confirmed session, then logs in again, so that the session is unconfirmed. */
async function units(count: number): Promise<string[]> {
  const ids: string[] = [];
  await desk.confirm();
  for (let at = 0; at < count; at++) {
    const run = await desk.shp(unit(newName()));
    ids.push((lines(run.out)[0] as { id: string }).id);
  }
  await desk.login('admin', DEMO_PASSWORD, { confirmed: false });
  proxy.seen.length = 0;
  return ids;
}

describe('without a terminal', () => {
  test('the error names the flag, and nothing changes', async () => {
    const account = newName();
    const run = await desk.shp(unit(account));
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain('Confirm with your password first');
    expect(run.err).toContain('--password-stdin');
    expect(confirmations()).toBe(0);
    const inChinese = await desk.shp([...unit(account), '--lang', 'zh']);
    expect([inChinese.code, inChinese.err]).toEqual([
      2,
      'shp: managers add: 此操作须先输入密码确认；标准输入不是终端，无法询问；请使用 --password-stdin\n',
    ]);
    expect(lines((await desk.shp(['managers', 'list', '--keyword', account])).out)).toEqual([]);
  });

  test('reads the password from the first line of standard input', async () => {
    const run = await desk.shp([...unit(newName()), '--password-stdin'], PASSWORD);
    expect([run.code, run.err]).toEqual([0, '']);
    const wrong = await desk.shp(['settings', 'set', 'remindDays', '60', '--password-stdin'], { input: 'wrong-1\n' });
    expect([wrong.code, wrong.err]).toEqual([0, expect.any(String)]);
    await desk.login('admin', DEMO_PASSWORD, { confirmed: false });
    const refused = await desk.shp(['token', 'create', '--name', 'x', '--password-stdin'], { input: 'wrong-1\n' });
    expect([refused.code, refused.err]).toEqual([1, 'shp: token create: wrong password\n']);
  });

  test('reads the password of a new unit from the second line', async () => {
    const account = newName();
    const input = `${DEMO_PASSWORD}\nchosen-2026\n`;
    const run = await desk.shp([...unit(account), '--password-stdin', '--new-password-stdin'], { input });
    expect(run.code).toBe(0);
    const login = await desk.shp(['login', '--account', account, '--password-stdin', '--new-password-stdin'], {
      input: 'chosen-2026\nother-2026\n',
    });
    expect(login.code).toBe(0);
  });

  test('confirms once for several ids', async () => {
    const ids = await units(3);
    const input = `${DEMO_PASSWORD}\n${ids.join('\n')}\n`;
    const run = await desk.shp(['managers', 'delete', '-', '--yes', '--password-stdin'], { input });
    expect([run.code, run.err]).toEqual([0, '3 of 3 done\n']);
    expect(confirmations()).toBe(1);
  });

  test('a wrong password stops an import of units after one attempt', async () => {
    const rows = [1, 2, 3, 4].map(() => `${newName()},ministry_manager,示例,张三,0771-1234567`);
    const file = join(desk.folder, 'units.csv');
    await writeFile(file, `account,role,name,contact,phone\n${rows.join('\n')}\n`);
    const wrong = await desk.shp(['managers', 'import', file, '--password-stdin'], { input: 'wrong-1\n' });
    expect([wrong.code, confirmations()]).toEqual([1, 1]);
    expect(wrong.err).toContain('wrong password');
    const run = await desk.shp(['managers', 'import', file, '--password-stdin'], PASSWORD);
    expect([run.code, run.err]).toEqual([0, expect.stringMatching(/^created 4, /m)]);
    expect(confirmations()).toBe(2);
  });
});

describe('on a terminal', () => {
  test('asks once for several ids', async () => {
    const ids = await units(2);
    const seen = onTerminal(desk, ['managers', 'delete', ...ids, '--yes']);
    await seen.sees('This needs your password:');
    seen.type(`${DEMO_PASSWORD}\r`);
    expect(await seen.ended).toBe(0);
    expect(seen.screen()).toContain('2 of 2 done');
    expect(seen.screen().match(/password/g)).toHaveLength(1);
    expect(seen.raw()).not.toContain(DEMO_PASSWORD);
  });
});

describe('in the terminal UI', () => {
  /** Opens the list of units and starts a password reset of the selected ones. */
  async function resetting(count: number): Promise<Tui> {
    await units(count);
    const tui = openTui(desk, { cols: 120, rows: 30 });
    await tui.sees(/Level-3 stations +\d/);
    tui.type('2');
    await tui.sees('示例单位');
    tui.type('/');
    await tui.sees('Filter');
    tui.type('示例单位 unit_\r');
    await tui.sees(/\d+ in all/);
    tui.type('A');
    await tui.sees(/\d+ selected/);
    tui.type('d');
    await tui.sees('to the recycle bin?');
    tui.type('y');
    return tui;
  }

  test('a job asks once and continues; after a wrong password it asks again', async () => {
    const tui = await resetting(2);
    await tui.sees(/Confirm with your password first.*\n.*│ Your password \(admin\) /);
    tui.type('wrong-1\r');
    await tui.sees('! Wrong password');
    tui.type('\x7f'.repeat(7));
    tui.type(`${DEMO_PASSWORD}\r`);
    await tui.sees(/done {2}\d+ done/);
    expect(tui.screen()).not.toContain('Confirm with your password');
    expect(confirmations()).toBe(2);
  });

  test('cancelling fails the job with a plain message', async () => {
    const tui = await resetting(2);
    await tui.sees('Confirm with your password first');
    tui.press('Esc');
    await tui.sees(/failed.*Confirm with your password first/);
    expect(confirmations()).toBe(0);
  });
});

describe('an access token', () => {
  test('that is invalid is reported with its source', async () => {
    const bad = await desk.shp(['status'], { env: { SHP_TOKEN: 'x'.repeat(43) } });
    expect([bad.code, bad.err]).toEqual([
      3,
      'shp: status: the access token from SHP_TOKEN is not valid: unknown, expired or revoked\n' +
        'Check SHP_TOKEN, or leave it out and log in: shp login\n',
    ]);
    const flag = await desk.shp(['status', '--token', 'x', '--lang', 'zh']);
    expect(flag.err).toContain('来自 --token 的访问令牌无效');
    expect((await desk.shp(['status'])).code).toBe(0);
  });

  test('that is invalid is reported with its source by the terminal UI too', async () => {
    const tui = openTui(desk, { cols: 120, env: { SHP_TOKEN: 'x'.repeat(43) } });
    await tui.sees('the access token from SHP_TOKEN is not valid');
  });

  test('without the required scope is refused with the missing and the present scopes', async () => {
    const run = await desk.shp(
      ['token', 'create', '--name', 'job', '--scope', 'read,write', '--password-stdin', '--format', 'json'],
      PASSWORD,
    );
    const { token } = JSON.parse(run.out) as { token: string };
    const env = { SHP_TOKEN: token };
    const [{ id }] = lines<{ id: string }>((await desk.shp(['stations', 'list', '--size', '1'])).out) as [
      { id: string },
    ];
    const refused = await desk.shp(['stations', 'reset-password', id, '--format', 'json'], { env });
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.err)).toMatchObject({
      error: { code: 'forbidden', fields: { scope: 'accounts', has: 'read, write' } },
    });
    const session = await desk.shp(['settings', 'set', 'remindDays', '60'], { env });
    expect([session.code, session.err]).toEqual([
      4,
      'shp: settings set: request denied: the access token “job” may not do this; log in with account and password\n' +
        'The token comes from SHP_TOKEN. Leave it out and log in: shp login\n',
    ]);
    const who = await desk.shp(['whoami', '--fields', 'account'], { env });
    expect(who.err).toMatch(/^access token “job”: read, write; valid until \d{4}-\d\d-\d\d\n$/);
  });
});
