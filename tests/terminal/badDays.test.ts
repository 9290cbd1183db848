import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { gate, startProxy } from '../support/proxy.ts';
import { COMMAND, startServer } from '../support/server.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

/** Closes the terminal, as a closed window or a lost ssh does; returns the signal that ended the process. */
async function hangUp(tui: Tui): Promise<number | undefined> {
  const ended = new Promise<number | undefined>((resolve) => tui.child.onExit(({ signal }) => resolve(signal)));
  (tui.child as unknown as { destroy(): void }).destroy();
  return ended;
}
const SIGHUP = 1;

describe('a terminal that goes', () => {
  test('ends a question and changes nothing', async () => {
    await desk.login('admin');
    const asking = openTui(desk, { args: ['stations', 'delete', 'station0050'] });
    await asking.sees('[y/N]');
    expect(await hangUp(asking)).toBe(SIGHUP);
    expect((await desk.shp(['stations', 'show', 'station0050'])).code).toBe(0);
  });

  test('ends a list in a pager', async () => {
    await desk.login('admin');
    const reading = openTui(desk, { args: ['stations', 'list', '--all'], env: { SHP_PAGER: 'more' } });
    await reading.sees('--More--');
    expect(await hangUp(reading)).toBe(SIGHUP);
  });

  test('ends the terminal UI; its job and its choices are kept and the job goes on at the next start', async () => {
    const line = await startProxy(server.url);
    try {
      desk.env.SHP_SERVER = line.url;
      const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
      tui.type(':contrast\r');
      tui.type('6');
      await tui.sees('GXXSD');
      const never = gate();
      line.rule = ({ url }) => (url.startsWith('/api/assessment/export') ? { passWhen: never.opened } : undefined);
      tui.type('e');
      await tui.sees('Export all');
      tui.type('\u0015list.csv\r');
      await tui.sees('Export to list.csv: ');
      // The command does not wait for an answer that never comes: the job's journal has the task.
      const closedAt = Date.now();
      expect(await hangUp(tui)).toBe(SIGHUP);
      expect(Date.now() - closedAt).toBeLessThan(15_000);
      line.rule = () => undefined;
      expect(existsSync(join(desk.folder, 'config/tui-crash.log'))).toBe(false);
      expect(readdirSync(join(desk.folder, 'config/jobs'))).toHaveLength(1);
      expect(JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8')).tui.skin).toBe('contrast');
      const again = openTui(desk, { cols: 120, rows: 40 });
      await again.sees('An export to list.csv was interrupted.');
      again.type('y');
      await again.sees('Export to list.csv: done');
    } finally {
      line.stop();
    }
  });
});

test('a reader that goes at once ends every kind of output with 0 and without a word', async () => {
  await desk.login('admin');
  const lines = [
    '--version',
    'help',
    'stations list --all --format table',
    'assessments export -o - --format csv --quiet',
  ];
  for (const line of lines) {
    const script = `'${process.execPath}' '${COMMAND}' ${line} | true; exit "\${PIPESTATUS[0]}"`;
    const run = spawnSync('bash', ['-c', script], { env: { ...process.env, ...desk.env }, encoding: 'utf8' });
    expect([line, run.status, run.stderr]).toEqual([line, 0, '']);
  }
});

test('a server that restarts under a live list: it says so, and goes on by itself', async () => {
  const data = await mkdtemp(join(tmpdir(), 'shp-test-'));
  const flags = ['--demo', '--no-captcha'];
  let own = await startServer({}, flags, data);
  try {
    desk.env.SHP_SERVER = own.url;
    const tui = await openAs(desk, 'admin', { cols: 120, rows: 40 });
    await tui.sees(/Overdue: [1-9]/);
    tui.type('4');
    await tui.sees(/station\d{4}/);
    tui.press('Down', 'Space');
    await tui.sees('1 selected');
    await own.stop();
    await tui.sees(/as of \d\d:\d\d, not connected, trying again/);
    await tui.sees('does not answer, trying again');
    // Screens that are opened now show the last figures; what was never read says why it is not there.
    tui.type('1');
    await tui.sees(/Stations entered in the system +60[\s\S]*not connected[\s\S]*Overdue: [1-9]/);
    expect(tui.lines().at(-1)).toMatch(/^Enter Open /);
    tui.type('6');
    await tui.sees('does not answer. Check that the server runs');
    tui.type('4');
    await tui.sees('1 selected');
    tui.press('Down');
    await tui.sees(' 4/60 ');
    // A screen that makes no calls finds the server again too.
    tui.type('J');
    await tui.sees('No jobs yet');
    await tui.sees('does not answer, trying again');
    own = await startServer({}, [...flags, '--port', new URL(own.url).port], data);
    await tui.loses('does not answer, trying again');
    tui.type('6');
    await tui.sees('GXXSD');
    tui.type('4');
    await tui.sees('1 selected');
    const account = /▌ +(station\d{4})/.exec(tui.screen())?.[1] ?? '';
    expect((await desk.shp(['stations', 'update', account, '--name', '重启之后水电站'])).code).toBe(0);
    await tui.sees(new RegExp(`▌ +${account} +重启之后水电站`));
    expect(tui.screen()).toContain('1 selected');
  } finally {
    await own.stop();
    await rm(data, { recursive: true, force: true });
  }
}, 240_000);

test('a session that ends in the middle of a command ends it with 3 and says what to do', async () => {
  await desk.login('admin');
  const line = await startProxy(server.url);
  try {
    const { token } = JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8')).sessions[server.url];
    const held = gate();
    const asked = gate();
    line.rule = ({ url }) => {
      if (!/[?&]page=2\b/.test(url)) return undefined;
      asked.open();
      return { passWhen: held.opened };
    };
    const env = { ...process.env, ...desk.env, SHP_SERVER: line.url, SHP_TOKEN: token };
    const child = spawn(process.execPath, [COMMAND, 'findings', 'list', '--all', '--format', 'ndjson'], { env });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stdout.resume();
    const ended = new Promise((resolve) => child.once('close', resolve));
    await asked.opened;
    await desk.shp(['api', 'POST', 'session/logout']);
    held.open();
    expect(await ended).toBe(3);
    expect(said).toMatch(/^shp: findings list: the access token .*not valid.*\n.*shp login\n$/);
    expect(said).not.toMatch(/ at \S+:\d+/);
  } finally {
    line.stop();
  }
});
