import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { newDesk } from '../support/desk.ts';
import { gate, startProxy } from '../support/proxy.ts';
import { startServer } from '../support/server.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const config = () => JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8'));

/** The tabs in the second line; the current one is in brackets. */
function tabs(tui: Tui): string[] {
  return [...(tui.lines()[1] ?? '').matchAll(/\[?\b(\d) ([^\d[\]]+)/g)].map(([, , name = '']) => name.trim());
}

describe('login', () => {
  test('account, Enter, password, Enter; commands and later starts reuse the session', async () => {
    const tui = openTui(desk);
    await tui.sees('Password');
    expect(tui.screen()).toContain('small hydropower');
    expect(tui.screen()).toContain(server.url);
    tui.type(`city450300\r${DEMO_PASSWORD}\r`);
    await tui.sees(/Stations entered in the system +\d+/);
    expect(tui.raw()).not.toContain(DEMO_PASSWORD);
    tui.type('q');
    expect(await tui.ended).toBe(0);
    expect(config().sessions[server.url].account).toBe('city450300');
    expect(JSON.parse((await desk.shp(['whoami'])).out).account).toBe('city450300');
    const again = openTui(desk);
    await again.sees(/Stations entered in the system +\d+/);
    expect(again.raw()).not.toContain('Password');
  });

  test('if it cannot be stored, the session lasts as long as the UI', async () => {
    // No user, not even root, can create a file there.
    const tui = openTui(desk, { env: { SHP_CONFIG_DIR: '/proc/self' } });
    await tui.sees('Password');
    tui.type(`city450300\r${DEMO_PASSWORD}\r`);
    await tui.sees(/Stations entered in the system +\d+/);
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type('q');
    expect(await tui.ended).toBe(0);
  });

  test('reports missing and wrong fields and focuses them', async () => {
    const tui = openTui(desk);
    await tui.sees('Password');
    tui.press('Enter', 'Enter');
    await tui.sees(/│ Account .*│\n *│ +! please enter the account/);
    expect(tui.screen()).toMatch(/╭ Log in ─+╮/);
    expect(tui.screen()).toContain('Ask your review unit');
    tui.type('city450300\rwrong-one\r');
    await tui.sees(/│ Password .*│\n *│ +! Wrong account or password/);
    expect(tui.screen()).toContain('city450300');
    expect(tui.screen()).not.toContain('*');
    tui.type(`${DEMO_PASSWORD}\r`);
    await tui.sees('Level-3 stations');
  });

  test('the picture is drawn in black and white half blocks, or plain without colour, and can be replaced', async () => {
    const asking = await startServer({}, ['--demo']);
    const own = await newDesk(asking.url);
    const code = () => {
      const database = new Sqlite(join(asking.data, 'shp.sqlite'), { readonly: true });
      try {
        return database.prepare('select code from captchas order by expires_at desc limit 1').pluck().get() as string;
      } finally {
        database.close();
      }
    };
    const picture = (tui: Tui) =>
      tui
        .lines()
        .filter((line) => /[▀▄█]/.test(line))
        .join('\n');
    try {
      const plain = openTui(own, { env: { NO_COLOR: '1' } });
      await plain.sees(/[▀▄█]/);
      expect(plain.raw()).not.toContain('\u001b[38;5');
      const first = picture(plain);
      plain.type(`admin\r${DEMO_PASSWORD}\rnope\r`);
      await plain.sees('The verification code is wrong');
      await plain.until(() => picture(plain) !== '' && picture(plain) !== first);
      expect(plain.screen()).not.toContain('nope');
      plain.type(`${code()}\r`);
      await plain.sees('Level-3 stations');
      expect(plain.screen()).toContain('administrator');

      const fresh = await newDesk(asking.url);
      const coloured = openTui(fresh);
      await coloured.sees('▀▀▀▀');
      // Backgrounds are of the picture only.
      const pixels = coloured.raw().match(/(?<=48;5;)\d+/g);
      expect(new Set(pixels)).toEqual(new Set(['232', '255']));
      await fresh.clear();
    } finally {
      await own.clear();
      await asking.stop();
    }
  });

  test('the computer solves a task instead of a picture: by a key, or at once if none can be drawn', async () => {
    const asking = await startServer({}, ['--demo']);
    const own = await newDesk(asking.url);
    const other = await newDesk(asking.url);
    try {
      const tui = openTui(own);
      await tui.sees('▀▀▀▀');
      await tui.sees('Ctrl-R New code  Ctrl-S Server  Ctrl-P Without a picture  Esc Quit');
      tui.press('CtrlP');
      await tui.sees('has solved the task');
      await tui.sees('Ctrl-S Server  Ctrl-P With a picture  Esc Quit');
      expect(tui.screen()).not.toContain('Verification code');
      tui.type(`admin\rwrong-one\r`);
      await tui.sees('Wrong account or password');
      await tui.sees('has solved the task');
      tui.press('CtrlP');
      await tui.sees('▀▀▀▀');
      tui.press('CtrlP');
      await tui.sees('has solved the task');
      tui.type(`${DEMO_PASSWORD}\r`);
      await tui.sees('Level-3 stations');

      const plain = openTui(other, { env: { LC_ALL: 'C' } });
      await plain.sees('has solved the task');
      plain.type(`admin\r${DEMO_PASSWORD}\r`);
      await plain.sees('administrator');
    } finally {
      await own.clear();
      await other.clear();
      await asking.stop();
    }
  });

  test('an initial password must be changed first; going back logs out', async () => {
    await desk.login('admin');
    const add = [
      'supervisors',
      'add',
      '--account',
      'initial_1',
      '--name',
      '示例',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ];
    const { initialPassword } = JSON.parse((await desk.shp(add)).out);
    const other = await newDesk(server.url);
    const tui = openTui(other);
    await tui.sees('Password');
    tui.type(`initial_1\r${initialPassword}\r`);
    await tui.sees('Please change your initial password first');
    tui.type('abc\rabd\r');
    await tui.sees('password length should be 6~20 characters');
    expect(tui.screen()).toContain('the two new passwords do not match');
    tui.press('Esc');
    await tui.sees('Log in');
    tui.type(`initial_1\r${initialPassword}\r`);
    await tui.sees('Please change your initial password first');
    tui.type('123456\r123456\r');
    await tui.sees('! this password is too common');
    tui.press('Esc');
    await tui.sees('Log in');
    tui.type(`initial_1\r${initialPassword}\r`);
    await tui.sees('Please change your initial password first');
    tui.type('chosen-2026\rchosen-2026\r');
    await tui.sees('2 Assessments  3 Stations');
    await other.clear();
  });

  test('a server that does not answer is told in a sentence; what was typed stays; another one can be chosen', async () => {
    desk.env.SHP_SERVER = 'http://127.0.0.1:9';
    const tui = openTui(desk);
    await tui.sees(/127\.0\.0\.1:9 does not answer\. Check that the server runs[\s\S]*\(ECONNREFUSED\)/);
    tui.type('admin\rsecret-1\r');
    await tui.sees('Logging in');
    await tui.sees('does not answer');
    expect(tui.screen()).toMatch(/Password +\*{8} /);
    tui.type('\u0013');
    await tui.sees('Another server: choose one');
    tui.type(`${server.url.replace('http://', '')}`);
    await tui.sees(`▌ ${server.url}  this address`);
    tui.press('Enter');
    await tui.sees(`Server: ${server.url}`);
    tui.type(`admin\r${DEMO_PASSWORD}\r`);
    await tui.sees(/Stations entered in the system +\d+/);
    expect(tui.lines()[0]).toContain(server.url.replace('http://', ''));
    expect(config()).toMatchObject({ current: server.url, sessions: { [server.url]: { account: 'admin' } } });
    tui.type('q');
    expect(await tui.ended).toBe(0);
  });

  test('says at once what it waits for; keys of a captcha are offered only with one', async () => {
    const line = await startProxy(server.url);
    const [asked, login] = [gate(), gate()];
    line.rule = ({ url }) => ({ passWhen: (url.includes('session/login') ? login : asked).opened });
    desk.env.SHP_SERVER = line.url;
    const tui = openTui(desk);
    await tui.sees('Connecting to the server…');
    asked.open();
    await tui.loses('Connecting');
    expect(tui.lines().at(-1)).toBe('Enter Log in  Ctrl-S Server  Esc Quit');
    tui.type(`city450300\r${DEMO_PASSWORD}\r`);
    await tui.sees('Logging in…');
    login.open();
    await tui.sees(/Stations entered in the system +\d+/);
    line.stop();
  });

  test('a kept session says so while its server is away, and opens once it is back, whatever was typed', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    await desk.login('city450300');
    line.rule = () => ({ cutAfter: 0 });
    const tui = openTui(desk);
    await tui.sees(`! Server ${line.url.replace('http://', '')} cannot be reached.`);
    expect(tui.screen()).toContain('You stay logged in as city450300.');
    expect(tui.screen()).not.toContain('Password');
    await tui.sees(/Trying again in [1-5] s/);
    expect(tui.lines().at(-1)).toBe('Enter Try now  Ctrl-O Other account  Ctrl-S Server  Esc Quit');
    tui.type('adx 4q:');
    line.rule = () => undefined;
    await tui.sees(/Stations entered in the system +\d+/);
    expect(tui.screen()).toContain('[1 Home]');
    line.stop();
  });

  test('a kept session: Enter tries at once, Ctrl-O logs in as somebody else, Esc comes back, Ctrl-S takes another server', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    await desk.login('city450300');
    line.rule = () => ({ status: 503, body: '' });
    const tui = openTui(desk, { args: ['tui', '--lang', 'zh'] });
    await tui.sees('city450300 的登录状态已保留，连接恢复后自动进入。');
    await tui.sees(/[1-5] 秒后重试/);
    const before = line.seen.length;
    tui.press('Enter');
    await tui.sees('正在重试…');
    expect(line.seen.length).toBeGreaterThan(before);
    tui.type('\u000f');
    await tui.sees('密码');
    // It is another account that was asked for: a server that is back does not end the typing.
    line.rule = () => undefined;
    await tui.sees('回车 登录  Ctrl-S 服务器  Esc 返回');
    tui.type('no');
    line.rule = () => ({ status: 503, body: '' });
    tui.press('Esc');
    await tui.sees('city450300 的登录状态已保留');
    tui.type('\u0013');
    await tui.sees('换一个服务器');
    tui.type(server.url.replace('http://', ''));
    await tui.sees(`▌ ${server.url}  此地址`);
    tui.press('Enter');
    await tui.sees(`服务器：${server.url}`);
    await tui.sees('密码');
    tui.type(`admin\r${DEMO_PASSWORD}\r`);
    await tui.sees(/三级水电站 +\d/);
    line.stop();
  });
});

describe('roles', () => {
  test.each([
    [
      'admin',
      ['Home', 'Review units', 'Experts', 'Stations', 'Aggregate accounts', 'Standardisation assessments', 'Documents'],
    ],
    ['county450325', ['Home', 'Experts', 'Stations', 'Standardisation assessments', 'Documents']],
    ['expert01', ['Home', 'Standardisation assessments', 'Documents']],
    ['supervisor1', ['Home', 'Standardisation assessments', 'Aggregate-account stations', 'Documents']],
    ['ministry', ['Home', 'Documents']],
  ])('%s sees its tabs', async (account, names) => {
    const tui = await openAs(desk, account, { cols: 160, rows: 30 });
    expect(tabs(tui)).toEqual(names);
  });

  test('at 80 columns tabs have complete short names', async () => {
    const supervisor = await openAs(desk, 'supervisor1');
    expect(tabs(supervisor)).toEqual(['Home', 'Assessments', 'Stations', 'Docs']);
    const admin = await openAs(desk, 'admin');
    expect(tabs(admin)).toEqual(['Home', 'Units', 'Experts', 'Stations', 'Aggregate', 'Assessments', 'Docs']);
    admin.resize(160, 30);
    await admin.sees('6 Standardisation assessments');
  });

  test('rows without bulk actions cannot be selected', async () => {
    const tui = await openAs(desk, 'expert01');
    tui.type('2');
    await tui.sees(/^Enter Open {2}\/ Filter/m);
    expect(tui.lines().at(-1)).not.toContain('Select');
    tui.type(' j');
    await tui.sees(/^│▌/m);
    expect(tui.screen()).not.toContain('selected');
  });

  test('tabs change by Tab, Shift-Tab and number, and wrap around', async () => {
    const tui = await openAs(desk, 'expert01', { cols: 120, rows: 30 });
    const here = (name: string) => tui.sees(new RegExp(`\\[\\d ${name}\\]`));
    tui.press('Tab');
    await here('Standardisation assessments');
    tui.press('ShiftTab', 'ShiftTab');
    await here('Documents');
    tui.press('Tab');
    await here('Home');
    tui.type('2');
    await here('Standardisation assessments');
    tui.type('9');
    tui.type('3');
    await here('Documents');
  });

  test('a key without permission says so, and is not in the bottom line', async () => {
    const tui = await openAs(desk, 'county450325');
    tui.type('4');
    await tui.sees('in all');
    tui.type('x');
    await tui.sees('Your role is not allowed to do this');
    expect(tui.screen()).not.toContain('x Assign');
    expect(tui.lines().at(-1)).toMatch(/^Enter Open {2}\/ Filter {2}w Waiting {2}s Sort {2}e Export {2}: Commands/);
    tui.type('2');
    await tui.sees(/\[2 Experts\]/);
    tui.type('d');
    await tui.sees('Your role does not manage these accounts');
    // What no key does on the home page, beyond the last tab, or anywhere.
    tui.type('1');
    await tui.sees('[1 Home]');
    for (const key of ['t', 'm', 'c', '9', 'z', 'M', 'Z', 'Q']) {
      tui.type(key);
      await tui.sees(`! ${key} does nothing here`);
    }
    tui.type('t');
    await tui.sees('! t does nothing here; elsewhere: Next step (Assessments, Findings');
    tui.type('N');
    await tui.sees('╭ Notices');
    tui.type('c');
    await tui.sees('! No city to filter by');
    tui.type('N');
    await tui.sees('! Already open');
  });
});

describe('leaving', () => {
  test('q on the first screen exits with 0, Ctrl-C with 130, and the screen is restored', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('q');
    expect(await tui.ended).toBe(0);
    const left = openTui(desk);
    await left.sees('Level-3 stations');
    left.press('CtrlC');
    expect(await left.ended).toBe(130);
    for (const { raw } of [tui, left]) {
      expect(raw()).toContain('\u001b[?1049h');
      expect(raw().lastIndexOf('\u001b[?1049l')).toBeGreaterThan(raw().lastIndexOf('\u001b[?1049h'));
      expect(raw().lastIndexOf('\u001b[?25h')).toBeGreaterThan(raw().lastIndexOf('\u001b[?25l'));
    }
  });

  test('any key takes q on the first screen back; q again or Enter quits at once, with 0', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('q');
    await tui.sees('Quitting ... (q or Enter: now, any other key: stay)');
    tui.press('Space');
    await tui.loses('Quitting');
    // The key did nothing else, and the moment passes without an end: a refusal is shown three times as long.
    expect(tui.screen()).not.toContain('1 selected');
    tui.type('u');
    await tui.sees('! Nothing to undo');
    await tui.loses('! Nothing to undo');
    expect(tui.screen()).toContain('GXXSD');
    for (const end of ['q', '\r']) {
      const again = await openAs(desk, 'admin');
      again.type('q');
      await again.sees('Quitting');
      const asked = performance.now();
      again.type(end);
      expect(await again.ended).toBe(0);
      expect(performance.now() - asked).toBeLessThan(1_900);
    }
  });

  test('q first closes an opened screen', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.press('Enter');
    await tui.sees('[Overview]');
    tui.type('q');
    await tui.sees('in all');
    tui.type('q');
    expect(await tui.ended).toBe(0);
  });

  test('shp without arguments opens the UI on a terminal', async () => {
    const tui = openTui(desk, { args: [] });
    await tui.sees('Password');
    tui.press('CtrlC');
    expect(await tui.ended).toBe(130);
  });

  test('a session ended by the server leads to the login; the same account continues in the middle of a word', async () => {
    const tui = await openAs(desk, 'city450300');
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type('w');
    await tui.sees(/▌ +GXXSD.*Awaiting first review/);
    tui.type('>');
    await tui.sees(/▌ +GXXSD.*First review passed/);
    tui.press('Enter');
    await tui.sees('Return → ◄ Returned');
    tui.type('t');
    await tui.sees(/Return {2,}→ ◄ Returned/);
    tui.press('Down', 'Enter');
    await tui.sees('Description');
    tui.type('half a sent');
    const { token } = config().sessions[server.url];
    await desk.shp(['api', 'POST', 'session/logout', '--token', token]);
    tui.press('Enter');
    await tui.sees('session invalid');
    await tui.sees('Password');
    expect(config().sessions[server.url]).toBeUndefined();
    expect(tui.screen()).toContain('city450300');
    tui.type(`${DEMO_PASSWORD}\r`);
    await tui.sees('half a sent');
    tui.type('ence');
    await tui.sees('half a sentence');
  });

  test('another account that logs in then starts at home', async () => {
    const tui = await openAs(desk, 'city450300');
    await desk.shp(['api', 'POST', 'session/logout', '--token', config().sessions[server.url].token]);
    tui.type('3');
    await tui.sees('session invalid');
    tui.press('ShiftTab');
    tui.type('\u0015admin\r');
    tui.type(`${DEMO_PASSWORD}\r`);
    await tui.sees('Level-3 stations');
    await tui.sees('[1 Home]');
  });

  test('logging out ends the session locally and on the server', async () => {
    const tui = await openAs(desk, 'city450300');
    const { token } = config().sessions[server.url];
    tui.type(':log out');
    await tui.sees('▌ Log out');
    tui.press('Enter');
    await tui.sees('Password');
    expect((await desk.shp(['whoami', '--token', token])).code).toBe(3);
    expect(config().sessions[server.url]).toBeUndefined();
  });
});
