import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, lines, newDesk } from '../support/desk.ts';
import { startProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { onTerminal } from './terminal.ts';

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await startServer({}, ['--demo']);
});
afterAll(() => server.stop());
beforeEach(async () => {
  desk = await newDesk(server.url);
});
afterEach(() => desk.clear());

/** The code of the newest captcha picture. */
function captchaCode(): string {
  const database = new Sqlite(join(server.data, 'shp.sqlite'), { readonly: true });
  try {
    return database.prepare('select code from captchas order by expires_at desc limit 1').pluck().get() as string;
  } finally {
    database.close();
  }
}

async function login(account: string, password: string) {
  const terminal = onTerminal(desk, ['login']);
  await terminal.sees('Account:');
  terminal.type(`${account}\r`);
  await terminal.sees('Password:');
  terminal.type(`${password}\r`);
  await terminal.sees('Verification code:');
  return terminal;
}

describe('login on a terminal', () => {
  test('asks for account, password and picture code, and hides the password', async () => {
    const terminal = await login('city450300', 'demo-2026');
    const drawn = terminal
      .screen()
      .split('\n')
      .filter((line) => line.includes('▀'));
    expect(drawn.length).toBeGreaterThan(8);
    const colours = new Set(terminal.raw().match(/(?<=[34]8;5;)\d+/g));
    expect(colours).toEqual(new Set(['232', '255']));
    terminal.type(`${captchaCode()}\r`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain(`Logged in to ${server.url} as city450300 (city-level unit)`);
    expect(terminal.raw()).not.toContain('demo-2026');
    expect(JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8')).current).toBe(server.url);
  });

  test('without colours the picture uses plain half blocks', async () => {
    desk.env.NO_COLOR = '1';
    const terminal = await login('city450300', 'demo-2026');
    expect(terminal.raw()).not.toContain('\u001b[38;5');
    expect(terminal.screen()).toMatch(/[▀▄█]/);
    terminal.type(`${captchaCode()}\r`);
    expect(await terminal.ended).toBe(0);
  });

  test('--without-picture solves a task instead of drawing a picture', async () => {
    const terminal = onTerminal(desk, ['login', '--account', 'city450300', '--without-picture']);
    await terminal.sees('Password:');
    terminal.type('demo-2026\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toContain('Logged in to');
    expect(terminal.raw()).not.toMatch(/[▀▄█]/);
  });

  test('on a narrow terminal or without UTF-8 the computer solves a task', async () => {
    const logIn = async (size: { cols: number; rows: number }) => {
      const terminal = onTerminal(desk, ['login', '--account', 'city450300'], size);
      await terminal.sees('Password:');
      terminal.type('demo-2026\r');
      expect(await terminal.ended).toBe(0);
      expect(terminal.raw()).not.toMatch(/[▀▄█]/);
    };
    await logIn({ cols: 40, rows: 24 });
    desk.env.LC_ALL = 'C';
    await logIn({ cols: 80, rows: 24 });
  });

  test('a wrong code exits with 1; Ctrl-C at a question with 130', async () => {
    const wrong = await login('city450300', 'demo-2026');
    wrong.type('????\r');
    expect(await wrong.ended).toBe(1);
    expect(wrong.screen()).toContain('shp: login: The verification code is wrong or has expired');
    const left = onTerminal(desk, ['login']);
    await left.sees('Account:');
    left.type('\u0003');
    expect(await left.ended).toBe(130);
  });

  test('an initial password is changed at once, typed twice', async () => {
    const made = await login('admin', 'demo-2026');
    made.type(`${captchaCode()}\r`);
    await made.ended;
    const run = await desk.shp([
      'supervisors',
      'add',
      '--account',
      'initial',
      '--name',
      '示例',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ]);
    const terminal = await login('initial', JSON.parse(run.out).initialPassword);
    terminal.type(`${captchaCode()}\r`);
    await terminal.sees('New password:');
    terminal.type('chosen-2026\r');
    await terminal.sees('New password again:');
    terminal.type('chosen-2026\r');
    expect(await terminal.ended).toBe(0);
    expect(JSON.parse((await desk.shp(['whoami'])).out)).toMatchObject({
      account: 'initial',
      mustChangePassword: false,
    });
  });
});

test.each(['en', 'zh'])(
  'notices (%s) are read whole: at 80 columns without their ids, at 100 with them',
  async (lang) => {
    const terminal = await login('county450325', 'demo-2026');
    terminal.type(`${captchaCode()}\r`);
    expect(await terminal.ended).toBe(0);
    const of = ['notices', 'list', '--lang', lang];
    const notices = lines<{ id: string; text: string }>((await desk.shp([...of, '--format', 'ndjson'])).out);
    expect(notices.length).toBeGreaterThan(5);
    const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');
    const texts = notices.map(({ text }) => withoutSpaces(text));
    for (const cols of [80, 100]) {
      const table = onTerminal(desk, of, { cols, rows: 80 });
      expect(await table.ended).toBe(0);
      const drawn = table.screen().split('\n').slice(1);
      const row = /^(?:(?<id>\w{25}) {2})?(?:\d{4}-)?\d\d-\d\d \d\d:\d\d {2}(?=\S)/;
      const starts = drawn.map((line) => row.exec(line)).filter((found) => found !== null);
      expect(starts.map((start) => start.groups?.id)).toEqual(notices.map(({ id }) => (cols === 100 ? id : undefined)));
      const begin = starts[0]?.[0].length ?? 0;
      const read: string[] = [];
      for (const line of drawn) {
        const [part = ''] = line.slice(begin).split(/ {2,}/);
        if (row.test(line)) read.push(part);
        else if (line.startsWith(' ')) read.push(`${read.pop()}${part}`);
      }
      expect(read.map(withoutSpaces)).toEqual(texts);
    }
  },
);

describe('on a terminal', () => {
  beforeEach(async () => {
    const terminal = await login('admin', 'demo-2026');
    terminal.type(`${captchaCode()}\r`);
    await terminal.ended;
  });

  test('a list is a table that fits, with complete ids and a bold heading unless colours are off', async () => {
    const wide = onTerminal(desk, ['stations', 'list', '--size', '3'], { cols: 100, rows: 20 });
    expect(await wide.ended).toBe(0);
    expect(wide.raw()).toContain('\u001b[1m');
    const [head = '', ...rows] = wide.screen().split('\n');
    expect(head).toMatch(/^Account +Name/);
    expect(rows.at(-1)).toMatch(/^3 of \d+; more with --page 2 or --all$/);
    expect(rows.filter((row) => /^station\d{4} {2}\S+（示例） /.test(row))).toHaveLength(3);
    expect(rows.at(-2)).toMatch(/^Hidden columns: Phone\. /);
    desk.env.LC_ALL = 'C';
    const fields = ['--fields', 'id,account,name,division'];
    const plain = onTerminal(desk, ['stations', 'list', '--size', '3', '--no-color'], { cols: 40, rows: 20 });
    expect(await plain.ended).toBe(0);
    expect(plain.raw()).not.toContain('\u001b[1m');
    const [told, table = ''] = plain.screen().split(/(?=^Account )/m);
    expect(told).toContain('Chinese may be unreadable');
    const [narrow, ...lines] = table.split('\n');
    expect(narrow).toMatch(/^Account +Name +Division$/);
    expect(lines[0]).toMatch(/^station\d{4} {2}\S+/);
    expect(lines.slice(3).join(' ')).toMatch(
      /^Hidden columns: Installed capacity \(kW\), Rating, Rated until, Contact, Phone\. .*3 of \d+; more with/,
    );
    const asked = onTerminal(desk, ['stations', 'list', '--size', '3', ...fields], { cols: 60, rows: 20 });
    expect(await asked.ended).toBe(0);
    expect(asked.screen()).toMatch(/^\w{25} {2}station\d{4} {2}\S+/m);
  });

  test('at 80 columns the assessment number is complete, and requested fields are shown', async () => {
    const list = ['assessments', 'list', '--size', '2', '--sort-by', 'number'];
    const narrow = onTerminal(desk, list, { cols: 80, rows: 20 });
    expect(await narrow.ended).toBe(0);
    const [head, row] = narrow.screen().split('\n');
    expect(head).toMatch(/^Number +Station +Status +Level /);
    expect(row).toMatch(/^GXXSD-\d{4}-\d{6} {2}\S+ +\S.* Level [123] /);
    const named = onTerminal(desk, [...list, '--fields', 'id,number,station,submittedAt'], { cols: 60, rows: 20 });
    expect(await named.ended).toBe(0);
    expect(named.screen()).not.toContain('Hidden columns');
    expect(named.raw()).toMatch(/Submitted.*\r\n(?:\w{25} {2}GXXSD-\S+ .* \d{4}-\d\d-\d\d \S+\r\n){2}/);
    const quiet = onTerminal(desk, [...list, '--quiet'], { cols: 80, rows: 20 });
    expect(await quiet.ended).toBe(0);
    expect(quiet.screen().split('\n')).toHaveLength(3);
  });

  test.each(['zh', 'en'])(
    'at 80 columns the audit (%s) tears no number, and its times are to the minute',
    async (lang) => {
      const of = ['audit', 'list', '--action', 'assessment/update_conclusion', '--size', '30', '--lang', lang];
      const { out } = await desk.shp([...of, '--format', 'ndjson']);
      const rows = out.split('\n').slice(0, -1);
      const names = rows.map((line): string => JSON.parse(line).object.name);
      expect(names.length).toBeGreaterThan(20);
      const table = onTerminal(desk, of, { cols: 80, rows: 200 });
      expect(await table.ended).toBe(0);
      const lines = table.screen().split('\n');
      const numbered = lines.filter((line) => line.includes('GXXSD'));
      expect(numbered.map((line) => /GXXSD-\d{4}-\d{6}/.exec(line)?.[0])).toEqual(names);
      for (const line of numbered) expect(line).toMatch(/^(\d{4}-)?\d\d-\d\d \d\d:\d\d {2}\S/);
    },
  );

  test('sentences wrap without loss', async () => {
    const list = await desk.shp(['assessments', 'list', '--status', 'reviewing', '--size', '1', '--fields', 'id']);
    const { id } = JSON.parse(list.out);
    const events = (await desk.shp(['assessments', 'events', id])).out.trimEnd().split('\n');
    const { description } = JSON.parse(events.at(-1) ?? '');
    const table = onTerminal(desk, ['assessments', 'events', id], { cols: 80, rows: 40 });
    expect(await table.ended).toBe(0);
    const lines = table.screen().split('\n');
    const start = lines[0]?.indexOf('Description') ?? 0;
    expect(start).toBeGreaterThan(0);
    expect(table.screen()).not.toContain('…');
    expect(table.screen()).not.toContain(description);
    const from = lines.findLastIndex((line) => /^\d\d-\d\d /.test(line));
    const told = lines.slice(from).map((line) => line.trimEnd().split(/ {2,}/).at(-1));
    expect(told.join('')).toBe(description);
  });

  test('a destructive command asks first: no changes nothing, yes does it', async () => {
    const run = await desk.shp([
      'supervisors',
      'add',
      '--account',
      'doomed',
      '--name',
      '示例',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ]);
    const { id } = JSON.parse(run.out);
    const no = onTerminal(desk, ['supervisors', 'delete', id]);
    await no.sees('Move 1 account to the recycle bin? [y/N]');
    no.type('\r');
    expect(await no.ended).toBe(1);
    expect(no.screen()).toContain('shp: supervisors delete: cancelled');
    const yes = onTerminal(desk, ['supervisors', 'delete', id]);
    await yes.sees('[y/N]');
    yes.type('y\r');
    expect(await yes.ended).toBe(0);
    expect(JSON.parse((await desk.shp(['supervisors', 'list', '--deleted', '--keyword', 'doomed'])).out)).toMatchObject(
      { id },
    );
  });

  test('a text that is needed is written in an editor; an empty one cancels, and a failed editor changes nothing', async () => {
    const [row] = (await desk.shp(['assessments', 'list', '--status', 'submitted', '--size', '1'])).out.split('\n');
    const { id } = JSON.parse(row ?? '');
    const editor = join(desk.folder, 'editor');
    const edit = async (lines: string, args: readonly string[]) => {
      writeFileSync(editor, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
      const terminal = onTerminal(desk, ['assessments', 'advance', id, ...args]);
      return { code: await terminal.ended, screen: terminal.screen() };
    };
    desk.env.EDITOR = editor;
    const empty = await edit('exit 0', ['returned']);
    expect([empty.code, empty.screen]).toEqual([1, expect.stringContaining('shp: assessments advance: cancelled')]);
    const failed = await edit('exit 3', ['returned', '-e']);
    // The message takes several lines.
    const line = failed.screen.replaceAll('\n', ' ');
    expect([failed.code, line]).toEqual([
      1,
      `shp: assessments advance: the editor exited with an error (${editor}: 3)`,
    ]);
    const both = await edit('exit 0', ['returned', '-e', '-m', 'x']);
    expect([both.code, both.screen]).toEqual([2, expect.stringContaining('-m and -e cannot be combined')]);
    desk.env.VISUAL = `${editor} --flag`;
    // The terminal is the editor's, and its file is readable by the user alone.
    const done = await edit('[ -t 0 ] && [ -t 1 ] && stat -c "%a %n" "$2" && printf "first\\n\\nlast\\n\\n" > "$2"', [
      'returned',
    ]);
    expect(done.code).toBe(0);
    expect(done.screen).toMatch(/^600 \S+\/returned\.txt$/m);
    const events = (await desk.shp(['assessments', 'events', id])).out.trimEnd().split('\n');
    expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ status: 'returned', description: 'first\n\nlast' });
  });

  test('a workbook is not written to the terminal', async () => {
    const terminal = onTerminal(desk, ['stations', 'export']);
    expect(await terminal.ended).toBe(2);
    expect(terminal.screen()).toContain('use -o FILE');
  });

  test('long work shows a bar with rate and remaining time, removed at the end', async () => {
    const line = await startProxy(server.url);
    line.rule = ({ url }, count) => (url.startsWith('/api/user/export') && count < 30 ? { cutAfter: 400 } : undefined);
    const { sessions } = JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8'));
    desk.env.SHP_TOKEN = sessions[server.url].token;
    desk.env.SHP_SERVER = line.url;
    const terminal = onTerminal(desk, ['stations', 'export', '-o', 'stations.csv']);
    await terminal.sees(/stations export [█░]{24} [\d.]+ KB of [\d.]+ KB, [\d.]+ \w?B\/s, \d+ s left/);
    expect(await terminal.ended).toBe(0);
    expect(terminal.screen()).toBe('60 rows: stations.csv');
    line.stop();
  });
});
