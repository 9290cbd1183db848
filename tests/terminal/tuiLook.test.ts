import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN, type Status } from '@shp/shared/domain/assessment/statuses';
import { afterEach, describe, expect, test } from 'vitest';
import { lines as objects } from '../support/desk.ts';
import { startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, openTui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

const WIDE = { cols: 150, rows: 40 };
const json = async <T>(...args: string[]): Promise<T[]> => {
  const { out, err, code } = await desk.shp([...args, '--format', 'ndjson']);
  if (code !== 0) throw new Error(err);
  return objects<T>(out);
};
/** The texts that were copied to the terminal's clipboard. */
const copied = (raw: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: OSC 52
  [...raw.matchAll(/\u001b\]52;c;([^\u0007]*)\u0007/g)].map(([, text = '']) => Buffer.from(text, 'base64').toString());

/** The colours of frames. */
const [DARK, LIGHT] = ['38;2;118;135;159', '38;2;98;103;110'];
const env = { COLORTERM: 'truecolor' };

describe('the look of a list', () => {
  test('frames, path and place; the detail pane follows the cursor, and p folds it away', async () => {
    const tui = await openAs(desk, 'city450300', WIDE);
    tui.type('4');
    await tui.sees('GXXSD');
    tui.type('w');
    await tui.sees(/╭ Standardisation assessments › Waiting for me ─+ 1\/\d+ ─╮╭ \S+ ─+╮/);
    await tui.sees(/Application (?:━━|──) First review/);
    await tui.sees(/Remarks \d+ +Files \d+ +Evidence \d+/);
    const [, first] = /╮╭ (\S+) ─/.exec(tui.screen()) ?? [];
    tui.press('Down');
    await tui.sees(/ 2\/\d+ ─╮/);
    await tui.until(() => /╮╭ (\S+) ─/.exec(tui.screen())?.[1] !== first);
    tui.type('p');
    await tui.loses('╮╭');
    expect(tui.lines()[2]).toHaveLength(150);
    tui.type('p');
    await tui.sees('╮╭');
  });

  test('on a narrower, high terminal the pane stands below 18 rows or more, and p folds it away', async () => {
    const tui = await openAs(desk, 'city450300', { cols: 120, rows: 36 });
    const above = () => tui.lines().findIndex((line) => line.startsWith('╰')) - 4;
    tui.type('4');
    // A conclusion has all facts and both columns of scores.
    await tui.sees('GXXSD');
    const [passed] = await json<{ number: string }>('assessments', 'list', '--status', 'passed');
    tui.type(`/${passed?.number}\r`);
    await tui.sees(/1 in all[\s\S]*\n╭ \S+ ─+╮\n│ GXXSD-\S+ +Level \d +Self [\d.]+ +Expert [\d.]+ +Self +Expert +│/);
    await tui.sees(/ 1 Objectives and responsibilities +[\d.]+ +[▰▱]{10} /);
    await tui.sees(/│ Remarks \d+ +Files \d+ +Evidence \d+ +8 Continual improvement +[\d.]+ +[▰▱]{10} +[\d.]+ +│/);
    expect(tui.screen()).toMatch(
      /│ Application ━━ First review ━━ Experts ━━ Conclusion .*\n[\s\S]*│ Valid until +\d{4}/,
    );
    expect(above()).toBeGreaterThanOrEqual(18);
    tui.type('p');
    await tui.loses('Continual improvement');
    expect(above()).toBeGreaterThan(28);
    tui.type('p');
    await tui.sees('Continual improvement');
    tui.resize(120, 35);
    await tui.loses('Continual improvement');
    tui.resize(99, 40);
    await tui.until(() => tui.lines()[2]?.length === 99 && !tui.screen().includes('Continual'));
    tui.resize(120, 40);
    await tui.sees('8 Continual improvement');
  });

  test('the look follows the background that the terminal tells', async () => {
    const tui = await openAs(desk, 'admin', { ...WIDE, env });
    expect(tui.raw()).toContain('\u001b]11;?\u0007');
    expect(tui.raw()).not.toContain(LIGHT);
    tui.type('\u001b]11;rgb:ffff/ffff/ffff\u0007');
    await tui.until(() => tui.raw().includes(LIGHT));
    tui.type(':high');
    await tui.sees('▌ Look: high contrast');
    tui.press('Enter');
    // Black frames, on this background.
    await tui.until(() => tui.raw().includes('38;2;0;0;0m'));
    await tui.loses('Look: high contrast');
    tui.type('q');
    await tui.ended;
    const named = openTui(desk, { ...WIDE, env: { ...env, COLORFGBG: '0;15' } });
    await named.until(() => named.raw().includes('38;2;0;0;0m'));
    expect(named.raw()).not.toContain('\u001b]11;?\u0007');
  });

  test('the look is chosen in the palette and kept', async () => {
    const tui = await openAs(desk, 'admin', { ...WIDE, env });
    expect(tui.raw()).toContain(DARK);
    tui.type(':light');
    await tui.sees('▌ Look: light');
    tui.press('Enter');
    await tui.until(() => tui.raw().includes(LIGHT));
    await expect.poll(() => readFileSync(join(desk.folder, 'config/config.json'), 'utf8')).toContain('"skin": "light"');
    tui.type('q');
    await tui.ended;
    const again = openTui(desk, { ...WIDE, env });
    await again.until(() => again.raw().includes(LIGHT));
    expect(again.raw()).not.toContain(DARK);
  });
});

describe('the home page', () => {
  test('has the oldest to-dos first, the stages and the tiles; Enter opens', async () => {
    await desk.login('city450300');
    const waiting = ['assessments', 'list', '--waiting', '--sort-by', 'statusSince'];
    const [oldest] = await json<{ number: string; station: { name: string } }>(...waiting);
    const tui = openTui(desk, WIDE);
    await tui.sees(/▌ \S+ +\S+ +● /);
    await tui.sees(/Awaiting final review +▇* +\d+ +[\d.—]+/);
    await tui.sees(/兴安县[\s\S]*▇+·* \d+/);
    expect(tui.lines().find((line) => line.includes('▌'))).toContain(oldest?.station.name);
    tui.press('Enter');
    await tui.sees(`Home › ${oldest?.number}`);
    tui.press('Esc');
    await tui.sees('Rated stations');
  });
});

describe('a shown list', () => {
  test('shows what others changed, at its place, and writes nothing while nothing changes', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const asked: string[] = [];
    const tui = await openAs(desk, 'admin', { cols: 130, rows: 40 });
    tui.type('4');
    await tui.sees(/station\d{4}/);
    tui.press('Down', 'Down');
    await tui.sees(' 3/60 ');
    const account = /▌ +(station\d{4})/.exec(tui.screen())?.[1] ?? '';
    line.rule = ({ url }) => {
      if (url.startsWith('/api/user/stations')) asked.push(url);
      return undefined;
    };
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const written = tui.raw().length;
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(tui.raw()).toHaveLength(written);
    const { code, err } = await desk.shp(['stations', 'update', account, '--name', '另一名称水电站']);
    expect([code, err]).toEqual([0, '']);
    await tui.sees(new RegExp(`▌ +${account} +另一名称水电站`));
    expect(tui.screen()).toContain(' 3/60 ');
    line.stop();
  });
});

describe('keys of a list', () => {
  test('[ and ] move the sort, \\ turns it; y and Y copy; c goes to the city and Esc back', async () => {
    const tui = await openAs(desk, 'admin', { cols: 130, rows: 40 });
    tui.type('4');
    await tui.sees(/station\d{4}/);
    tui.type(']');
    await tui.sees('Account ▲');
    tui.type(']');
    await tui.sees('Name ▲');
    tui.type('[\\');
    await tui.sees('Account ▼');
    await tui.sees(/▌ +station0060/);
    tui.type('yY');
    await tui.until(() => copied(tui.raw()).length === 2);
    const [account, id] = copied(tui.raw());
    expect(account).toBe('station0060');
    expect((await json<{ id: string }>('stations', 'show', 'station0060'))[0]?.id).toBe(id);
    const city = /station0060 .*?(\S+市)/.exec(tui.screen())?.[1] ?? '';
    tui.type('c');
    await tui.sees(new RegExp(`╭ Stations › ${city} ─`));
    tui.press('Esc');
    await tui.sees('60 in all ─');
    await tui.sees(/▌ +station0060/);
  });

  test('/ replaces the text of a filter with what is typed; End edits it', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('4/0042\r');
    await tui.sees('1 in all  [0042]');
    tui.type('/0043\r');
    await tui.sees('1 in all  [0043]');
    tui.type('/');
    tui.press('End', 'Backspace', 'Enter');
    await tui.sees(/\d\d in all {2}\[004\]/);
  });

  test('beside the pane too Enter opens an expert, and there the assessments to be reviewed', async () => {
    const tui = await openAs(desk, 'admin', WIDE);
    tui.type('3/expert01\r');
    await tui.sees('1 in all  [expert01]');
    const [, name] = /▌ +expert01 +(\S+)/.exec(tui.screen()) ?? [];
    tui.press('Enter');
    await tui.sees(/Account +expert01/);
    tui.press('Enter');
    await tui.sees(`Experts › ${name} › Standardisation assessments ─`);
    const { out } = await desk.shp(['assessments', 'list', '--expert', 'expert01', '--format', 'json', '--all']);
    await tui.sees(`${JSON.parse(out).length} in all`);
    // Another filter leaves them the expert's.
    tui.type('/GXXSD\r');
    await tui.sees(`${JSON.parse(out).length} in all  [GXXSD]`);
    tui.press('Esc');
    await tui.sees(/Account +expert01/);
    tui.press('Enter');
    await tui.sees(`Experts › ${name} › Standardisation assessments › GXXSD ─`);
  });

  test('] goes only over columns on the screen; what waits has the longest wait first, as at home', async () => {
    const tui = await openAs(desk, 'city450300');
    tui.type('4');
    await tui.sees(/Number +Station +Status +(?:In stage|Days).*›│/);
    for (const heading of ['Number ▲', 'Station ▲', 'Status ▲', '(?:In stage|Days) ▼', 'Number ▲']) {
      tui.type(']');
      await tui.sees(new RegExp(`  ${heading}`));
    }
    tui.type('w');
    await tui.sees('› Waiting for me ─');
    await tui.sees(/(?:In stage|Days) ▼/);
    // The order before is back when the filter ends, by its key or by Esc.
    tui.type('w');
    await tui.sees(/Number ▲/);
    tui.type('w');
    await tui.sees(/(?:In stage|Days) ▼/);
    tui.press('Esc');
    await tui.sees(/Number ▲/);
    tui.type('1');
    const again = await openAs(desk, 'county450325');
    again.type('4s');
    await again.sees(/▌ \(x\) Created +descending/);
    again.press('Esc');
    again.type('w');
    await again.sees(/(?:In stage|Days) ▼/);
  });

  test('/ offers the division that a text names, and Right takes it', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    await tui.sees('90 in all');
    tui.type('/兴安');
    await tui.sees('Right: division 桂林市/兴安县');
    tui.press('Right');
    await tui.sees('› 桂林市/兴安县 ─');
    await tui.sees(/▌ +GXXSD/);
    tui.type('/桂林');
    await tui.sees('0 in all');
    tui.press('Enter');
    await tui.sees('› 桂林市 ─');
  });

  test('/ is a line that filters while typing, Esc takes it back; Tab there and f open the form', async () => {
    const tui = await openAs(desk, 'admin', { cols: 80, rows: 30 });
    tui.type('6');
    await tui.sees('90 in all');
    tui.type('/四级');
    await tui.sees('› 四级 ─');
    await tui.loses('90 in all');
    // The list keeps the room of the form, and the line names what else it filters by.
    const rows = () => tui.lines().filter((line) => /^│.*GXXSD/.test(line)).length;
    await tui.until(() => rows() > 6);
    expect(tui.screen()).toMatch(/^ \/ Station, account or number +四级$/m);
    expect(tui.screen()).toContain(' Tab: Status, Level, Division, Submitted from');
    tui.press('Esc');
    await tui.sees('90 in all');
    tui.type('/四级');
    await tui.sees('› 四级 ─');
    tui.press('Tab', 'Space');
    await tui.sees('[x] Draft');
    expect(tui.screen()).toMatch(/Station, account or number +四级/);
    tui.press('Enter');
    await tui.sees('› 四级 › Draft ─');
    tui.press('Esc');
    await tui.sees('90 in all');
    tui.type('f');
    await tui.sees('[ ] Revoked');
    tui.press('Down', 'Space', 'Enter');
    await tui.sees('› Draft ─');
  });

  test('the list of assessments shows days in stage, marked where overdue, also at 80 columns', async () => {
    const tui = await openAs(desk, 'city450300', { cols: 80, rows: 24, env });
    await tui.sees(/ \d+ d!/);
    const [, name = '', days = ''] = /^│.(?: |▌) ?(\S+) .* (\d+ d!)/m.exec(tui.screen()) ?? [];
    expect(name).not.toBe('');
    tui.type('4w');
    await tui.sees(/Status +(?:In stage|Days)/);
    await tui.sees(new RegExp(`GXXSD-\\S+ +${name.slice(0, 6)}.* ${days}`));
    expect(tui.raw()).toMatch(/38;2;245;154;161m *\d+ d!/);
  });

  test('a station sees at home its rating and why its application was returned, and on its overview the chapters', async () => {
    const tui = await openAs(desk, 'station0001', { cols: 120, rows: 40 });
    await tui.sees(
      /╭ Your station ─[\s\S]*Rating: Level \d, last day \d{4}-[\s\S]*Returned: \S[\s\S]*2 remarks to answer/,
    );
    // The figures below are not the station's own.
    expect(tui.lines()[2]).toMatch(/^╭ Your station ─+╮╭ Home ─+ Whole region ─╮$/);
    // What waits, the findings by deadline and the notices stand beside each other.
    await tui.sees(
      /╭ Waiting for you: \d+ ─+╮╭ F findings: \d+ not closed {2}\d+ overdue ─+╮\n.*│ {1,2}\d{4}-\d\d-\d\d! {2}\S/,
    );
    await tui.sees(/╭ N notices: \d+ unread ─+╮\n.*│ \d\d-\d\d \d\d:\d\d {2}\S/);
    await tui.sees(/▌ \S+/);
    // Its applications and the documents have the room that is left; on a larger terminal also the steps.
    await tui.sees(/╭ Applications ─+╮\n.*│ GXXSD-\d{4}-\d{6} {2}Level \d {2}\d{4}-\d\d-\d\d {2}◄ Returned/);
    await tui.sees(/╭ Documents ─+╮\n.*│ \d{4}-\d\d-\d\d {2}\S/);
    tui.resize(200, 50);
    await tui.sees(/╭ Next steps ─[\s\S]*Submit → ● Awaiting first review/);
    await tui.sees(/╭ Events ─+╮.*\n│ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}● Awaiting first review → ◄ Returned/);
    expect(tui.screen().match(/^│ +││ +│$/gm)?.length ?? 0).toBeLessThan(14);
    tui.resize(120, 40);
    await tui.loses('Withdraw →');
    tui.press('Enter');
    await tui.sees('[Overview]');
    await tui.sees(/Returned: \S[\s\S]*2 remarks to answer[\s\S]*▰▱* +\d+\.\d[\s\S]*Remarks 2 +Files \d+/);
    expect(tui.screen()).toMatch(/Application ── First review/);
    expect(tui.lines().at(-1)).toMatch(/Enter Scores/);
    // On a small terminal the next steps are whole.
    tui.resize(80, 24);
    await tui.sees(/Withdraw → ● Withdrawn/);
    tui.press('Enter');
    await tui.sees('[Scores]');
    tui.type('g\r');
    await tui.sees(/Remark[\s\S]*▌ 1\.1\.1 .* {3,}1 /);
    await tui.sees('Remark: 请补充目标管理制度的印发文件。');
  });

  test('an aggregate account sees at home that the figures are of its stations, and only their cities', async () => {
    const tui = await openAs(desk, 'supervisor1', { cols: 120, rows: 40 });
    await tui.sees(/╭ Stages: [^╮]* your \d+ stations ─╮/);
    const map = await tui.sees(/╭ Rated stations, % ─+ your \d+ stations ─╮\n│ \S+市/);
    expect(map).not.toContain('百色市');
    tui.resize(80, 24);
    await tui.sees(/╭ Stages: reviews, median days ─+ your \d+ stations ─╮/);
  });

  /** A station whose application waits for the first review. */
  const submitted = async () => {
    await desk.login('admin');
    const listed = await json<{ number: string; station: { id: string } }>(
      'assessments',
      'list',
      '--status',
      'submitted',
    );
    const [going] = listed;
    if (!going) throw new Error('no application waits for the first review');
    const [station] = await json<{ account: string }>('stations', 'show', going.station.id);
    if (!station) throw new Error('no such station');
    return { account: station.account, number: going.number };
  };

  test('a station for which nothing waits sees where its application is, and Enter opens it', async () => {
    const { account, number } = await submitted();
    const tui = await openAs(desk, account, { cols: 120, rows: 40 });
    await tui.sees(/╭ Waiting for you: 0 ─[\s\S]*Application ━━ First review ── Experts/);
    await tui.sees(new RegExp(`│ ${number} {3}Level \\d`));
    tui.press('Enter');
    await tui.sees(`› ${number}`);
  });

  test('on a small terminal a station for which nothing waits sees where its application is', async () => {
    const { account, number } = await submitted();
    const tui = await openAs(desk, account);
    await tui.sees(`Nothing is waiting.  ${number}: Awaiting first review`);
    // While one is open, none is offered.
    expect(tui.screen()).not.toContain('new application');
  });

  test('a station without an open application is told to begin one, and Esc leads back home', async () => {
    await desk.login('admin');
    const all = await json<{ status: Status; station: { id: string } }>('assessments', 'list', '--all');
    const busy = new Set(
      all.filter(({ status }) => (OPEN as readonly Status[]).includes(status)).map(({ station }) => station.id),
    );
    const stations = await json<{ id: string; account: string; rating: unknown; profile: { name: string } }>(
      'stations',
      'list',
      '--all',
    );
    const free = stations.find(({ id, rating }) => !busy.has(id) && !rating);
    const tui = await openAs(desk, free?.account ?? '');
    await tui.sees('No valid rating  n: new application');
    tui.type('n');
    await tui.sees('New application: which level?');
    tui.press('Enter');
    await tui.sees(/^Application GXXSD-\d+-\d+ for Level 3 begun/m);
    const number = /Application (GXXSD-\d+-\d+)/.exec(tui.screen())?.[1] ?? '';
    expect(tui.screen()).toContain(`› ${number} ${free?.profile.name}`);
    tui.press('Esc');
    await tui.sees(/╭ Your station ─[\s\S]*Waiting for you: 1 /);
    expect(tui.screen()).not.toContain('new application');
  });

  test('a rating ends soon by the setting', async () => {
    const soon = await openAs(desk, 'station0001');
    await soon.sees(/Rating: Level \d, last day \d{4}-\d\d-\d\d {2}it ends in \d+ days/);
    const set = async (days: string) => {
      await desk.login('admin');
      expect((await desk.shp(['settings', 'set', 'remindDays', days])).code).toBe(0);
    };
    await set('1');
    try {
      const tui = await openAs(desk, 'station0001');
      await tui.sees(/Rating: Level \d, last day [\s\S]*2 remarks to answer[\s\S]*▌/);
      expect(tui.screen()).not.toContain('it ends in');
    } finally {
      await set('90');
    }
  });

  test('Enter goes down from a unit to the items, and Esc back up', async () => {
    const tui = await openAs(desk, 'admin', WIDE);
    tui.type('2');
    await tui.sees('in all');
    tui.type('/county450325\r');
    await tui.sees('1 in all');
    tui.press('Enter', 'Enter');
    await tui.sees(/Review units › \S+ › Stations/);
    await tui.sees(/▌ +station\d{4}/);
    tui.press('Enter');
    await tui.sees(/Stations › \S+ \(station\d{4}\)/);
    tui.press('Enter');
    await tui.sees(/▌ +GXXSD/);
    tui.press('Enter');
    await tui.sees('[Overview]');
    tui.press('Enter');
    await tui.sees('Objectives and responsibilities');
    tui.press('Enter');
    await tui.sees('1.1.1');
    tui.press('Esc');
    await tui.loses('1.1.1');
    tui.press('Esc');
    await tui.sees(/▌ +GXXSD/);
    tui.press('Esc', 'Esc', 'Esc', 'Esc');
    await tui.sees('╭ Review units ›');
    await tui.sees('1 in all');
    // The number of the tab that is shown goes up to its list at once.
    tui.press('Enter', 'Enter');
    await tui.sees(/▌ +station\d{4}/);
    tui.type('2');
    await tui.loses('› Stations');
    await tui.sees('1 in all');
  });
});
