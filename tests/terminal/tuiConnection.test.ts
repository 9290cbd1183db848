import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { gate, startProxy } from '../support/proxy.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { run } from './stationList.ts';
import { closeAll, openAs } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

describe('a lost connection', () => {
  test('is shown in place of the rows, and the list loads on retry', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    line.rule = ({ url }) => (url.startsWith('/api/user/stations') ? { status: 500, body: '{}' } : undefined);
    tui.type('4');
    await tui.sees('R: try again');
    expect(tui.screen()).toContain('[4 Stations]');
    line.rule = () => undefined;
    tui.type('R');
    await tui.sees(/station\d{4}/);
    expect(tui.screen()).not.toContain('R: try again');
    line.stop();
  });

  test('keeps the rows, however often they are asked for again; Enter still opens them', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    tui.type('6');
    const [row = ''] = /GXXSD-\S+/.exec(await tui.sees(/▌ +GXXSD/)) ?? [];
    let asked = 0;
    line.rule = ({ url }) => {
      if (!url.startsWith('/api/assessment/query')) return undefined;
      asked += 1;
      return { status: 500, body: '{}' };
    };
    for (const times of [1, 2, 3]) {
      tui.type('R');
      await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
      await tui.sees('not connected, trying again');
    }
    expect(tui.screen()).toContain(`▌  ${row}`);
    tui.press('Enter');
    await tui.sees(`› ${row}`);
    line.stop();
  });

  test('Enter before the rows arrive opens the first one; Esc cancels it', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    const pressed = gate();
    line.rule = ({ url }) => (url.startsWith('/api/assessment/query') ? { passWhen: pressed.opened } : undefined);
    tui.type('6');
    await tui.sees('Loading');
    tui.press('Enter', 'Right');
    pressed.open();
    await tui.sees('[Form]');
    tui.press('Esc');
    await tui.sees('GXXSD');
    line.rule = ({ url }) => (url.startsWith('/api/user/stations') ? 'hang' : undefined);
    tui.type('4');
    await tui.sees('Loading');
    tui.press('Enter', 'Esc');
    tui.type('1');
    await tui.sees('[1 Home]');
    line.stop();
  });

  test('a part of an assessment that fails to load says why, and loads on retry', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    tui.type('6\r');
    await tui.sees('[Overview]');
    line.rule = ({ url }) =>
      /sum_station_score|station_scores|file\/list/.test(url) ? { status: 500, body: '{}' } : undefined;
    tui.press('Left');
    await tui.sees(/\[Files\][\s\S]*an error occurred[\s\S]*\n│ R: try again/);
    tui.type('hhh');
    await tui.sees(/\[Scores\][\s\S]*\n│ R: try again/);
    line.rule = ({ url }) => (url.includes('/station_scores') ? { status: 500, body: '{}' } : undefined);
    tui.type('R');
    await tui.sees('Objectives and responsibilities');
    tui.press('Enter');
    await tui.sees('R: try again');
    expect(tui.lines().at(-1)).toMatch(/^Esc Back /);
    tui.press('Esc');
    await tui.sees('Objectives and responsibilities');
    line.stop();
  });

  test('a new filter keeps the rows before in sight until its own are there', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'admin');
    const accounts = () => tui.lines().filter((row) => /^│.*station\d{4}/.test(row));
    tui.type('4');
    await tui.until(() => accounts().length > 5);
    const asked = gate();
    line.rule = ({ url }) => (url.includes('filter=station0001') ? { passWhen: asked.opened } : undefined);
    tui.type('/station0001');
    await tui.sees('╰ Loading');
    expect(accounts().length).toBeGreaterThan(5);
    asked.open();
    await tui.until(() => accounts().length === 1);
    line.stop();
  });

  test('a key pressed before the possible actions are known waits for them', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const tui = await openAs(desk, 'station0001');
    const pressed = gate();
    line.rule = ({ url }) => (url.startsWith('/api/assessment/next_steps') ? { passWhen: pressed.opened } : undefined);
    tui.type('2\r');
    await tui.sees(/Next steps +│\n│ +Loading/);
    tui.type('t');
    pressed.open();
    await tui.sees(/│ ▌ \S.* → /);
    expect(tui.screen()).not.toContain('You can take no step');
    line.stop();
  });

  test('what a prompt says of a save without an answer goes once the server is back', async () => {
    const line = await startProxy(server.url);
    desk.env.SHP_SERVER = line.url;
    const lost = ({ method }: { method: string }) => (method === 'GET' ? { cutAfter: 0 } : { loseAfter: 1 });
    const tui = await openAs(desk, 'county450325', { cols: 100, rows: 30 });
    tui.type(':profile');
    await tui.sees('▌ My profile');
    tui.press('Enter');
    await tui.sees('Phone');
    tui.press('Enter');
    await tui.sees(/Enter OK {2}Esc Cancel/);
    line.rule = lost;
    tui.type('x\r');
    await tui.sees(/│ ! 127\.0\.0\.1:\d+ does not answer\./);
    line.rule = () => undefined;
    await tui.loses(/│ ! /);
    await tui.sees('╭ Change a field');
    line.stop();
  });

  test('a job whose session ended leads to the login', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('4');
    await tui.sees(/station\d{4}/);
    const { sessions } = JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8'));
    await run('api', 'POST', 'session/logout', '--token', sessions[server.url].token);
    tui.type('e');
    await tui.sees('Export all');
    tui.press('Enter');
    await tui.sees('session invalid');
    await tui.sees('Password');
  });
});
