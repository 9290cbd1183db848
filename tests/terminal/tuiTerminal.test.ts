import { existsSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { COMMAND } from '../support/server.ts';
import { desk, onDemoWithDesks } from './demo.ts';
import { closeAll, openAs, openTui, type Tui } from './tui.ts';

onDemoWithDesks();
afterEach(closeAll);

/** The SGR codes of the output; 30 to 49 and 90 to 107 are colours. */
const colours = (raw: string) =>
  raw
    .split('\u001b[')
    .map((part) => Number(/^([\d;]+)m/.exec(part)?.[1]?.split(';')[0]))
    .filter((code) => (code >= 30 && code < 50 && code !== 39 && code !== 49) || (code >= 90 && code < 108));
const restored = (raw: string) =>
  raw.lastIndexOf('\u001b[?1049l') > raw.lastIndexOf('\u001b[?1049h') &&
  raw.lastIndexOf('\u001b[?25h') > raw.lastIndexOf('\u001b[?25l') &&
  raw.lastIndexOf('\u001b[?2004l') > raw.lastIndexOf('\u001b[?2004h');

describe('every exit restores the screen', () => {
  test('after an internal error, with the place of the details', async () => {
    const fault = join(desk.folder, 'fault.mjs');
    await writeFile(fault, "process.on('SIGUSR2', () => { throw new Error('a fault inside'); });");
    const tui = await openAs(desk, 'admin', { env: { NODE_OPTIONS: `--import=${pathToFileURL(fault)}` } });
    process.kill(tui.child.pid, 'SIGUSR2');
    expect(await tui.ended).toBe(1);
    expect(restored(tui.raw())).toBe(true);
    const log = join(desk.folder, 'config/tui-crash.log');
    const said = tui.raw().slice(tui.raw().lastIndexOf('\u001b[?1049l')).replace(/\r\n/g, '');
    expect(said).toContain('the terminal UI ended because of an internal error');
    expect(said).toContain(log);
    expect(said).not.toContain('at process');
    expect(readFileSync(log, 'utf8')).toMatch(/Error: a fault inside\n +at process/);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  test('an invalid configuration stops the start', async () => {
    await writeFile(join(desk.folder, 'file'), '');
    const tui = openTui(desk, { env: { SHP_CONFIG_DIR: join(desk.folder, 'file/below') } });
    expect(await tui.ended).toBe(1);
    expect(tui.raw()).toMatch(/not a folder: .*SHP_CONFIG_DIR/s);
  });

  test('after a signal', async () => {
    const tui = await openAs(desk, 'admin');
    process.kill(tui.child.pid, 'SIGTERM');
    expect(await tui.ended).toBe(130);
    expect(restored(tui.raw())).toBe(true);
  });

  test('a closed terminal ends it silently', async () => {
    const tui = await openAs(desk, 'admin');
    process.kill(tui.child.pid, 'SIGHUP');
    await tui.ended;
    expect(restored(tui.raw())).toBe(true);
    expect(existsSync(join(desk.folder, 'config/tui-crash.log'))).toBe(false);
  });
});

test('keys typed before the first screen are for it, and Ctrl-C ends even then', async () => {
  await desk.login('admin');
  const tui = openTui(desk);
  await tui.until(() => tui.screen().trim() !== '');
  tui.type('4');
  await tui.sees('[4 Stations');
  const other = openTui(desk);
  await other.until(() => other.screen().trim() !== '');
  other.press('CtrlC');
  expect(await other.ended).toBe(130);
  expect(restored(other.raw())).toBe(true);
});

test("Ctrl-Z returns the shell's screen, and fg restores the UI at the current size", async () => {
  await desk.login('admin');
  const tui = openTui(desk, { shell: true, env: { PS1: 'shell> ' } });
  await tui.sees('shell>');
  tui.type(`${process.execPath} ${COMMAND} tui\r`);
  await tui.sees('Level-3 stations');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  tui.press('Space');
  await tui.sees('1 selected');
  tui.press('CtrlZ');
  await tui.sees('Stopped');
  expect(tui.raw().lastIndexOf('\u001b[?1049l')).toBeGreaterThan(tui.raw().lastIndexOf('\u001b[?1049h'));
  expect(tui.cursor()).not.toBeNull();
  tui.type('echo $((40 + 2))\r');
  await tui.sees(/^42$/m);
  tui.resize(100, 30);
  tui.type('fg\r');
  await tui.sees('1 selected');
  await tui.until(() => tui.lines()[29]?.includes('q Quit') === true);
  tui.press('Space');
  await tui.sees('2 selected');
  tui.type('q');
  await tui.loses('2 selected');
  tui.type('echo "code $?"\r');
  await tui.sees('code 0');
});

describe('resizing', () => {
  test('follows the terminal; below the minimum it says so, and recovers fully', async () => {
    const tui = await openAs(desk, 'admin', { cols: 80, rows: 24 });
    tui.type('4');
    await tui.sees(/station\d{4}/);
    tui.press('Space', 'Space');
    await tui.sees('2 selected');
    const count = () => tui.lines().filter((line) => /station\d{4}/.test(line)).length;
    await tui.until(() => count() === 17);
    tui.resize(138, 50);
    await tui.until(() => count() === 30 && /Phone/.test(tui.lines()[3] ?? ''));
    expect(tui.lines()[49]).toContain('q Quit');
    tui.resize(79, 24);
    // A sentence a line, so that none is broken.
    await tui.sees(
      /^ +The terminal is too small: 79x24\.\n +The terminal UI needs 80x24\.\n +Enlarge the window: .*\.\n +Ctrl-C ends\.$/m,
    );
    tui.resize(40, 10);
    await tui.sees('too small: 40x10.');
    tui.resize(80, 24);
    await tui.until(() => tui.screen().includes('2 selected') && count() === 17);
    expect(tui.screen()).not.toContain('too small');
  });

  test('no screen is wider than 80x24 in either language', async () => {
    for (const lang of ['en', 'zh'] as const) {
      desk.env.SHP_LANG = lang;
      const tui = await openAs(desk, 'admin', { cols: 80, rows: 24 });
      const last = () => tui.lines().at(-1) ?? '';
      for (const key of ['1', '2', '3', '4', '5', '6', '7']) {
        tui.type(key);
        await tui.sees(new RegExp(`\\[${key} [^\\]]+\\]`));
        await tui.sees(lang === 'en' ? /in all|Level-3/ : /共 |三级水电站/);
        expect(tui.lines()[0]).toContain(lang === 'en' ? 'administrator @' : '管理员 @');
        expect(last()).toContain(lang === 'en' ? 'q Quit' : 'q 退出');
      }
      tui.press('CtrlC');
      await tui.ended;
    }
  });
});

describe('pasting', () => {
  test('inserts text without line ends, and does nothing outside a text field', async () => {
    const tui = await openAs(desk, 'admin');
    tui.type('4');
    await tui.sees(/station\d{4}/);
    tui.paste('qdy/A\n');
    tui.press('Down');
    await tui.until(() => tui.lines()[5]?.startsWith('│▌') === true);
    expect(tui.screen()).not.toContain('selected');
    tui.type('/');
    await tui.sees('Name or account');
    tui.paste('桂\n林\r\n');
    await tui.sees(/Name or account +桂 林$|Name or account +桂 林 /m);
    expect(tui.screen()).toContain('Recycle bin');
  });
});

describe('colour', () => {
  test('is optional: without it the screen has the same text', async () => {
    const look = async (env: Record<string, string>, args = ['tui']): Promise<Tui> => {
      const tui = await openAs(desk, 'admin', { cols: 120, rows: 40, env, args });
      tui.type('6');
      await tui.sees('GXXSD');
      tui.press('Space');
      await tui.sees('1 selected');
      await tui.sees(/Remarks \d/);
      return tui;
    };
    const coloured = await look({ COLORTERM: 'truecolor', FORCE_COLOR: '1' });
    const plain = await look({ NO_COLOR: '1' });
    const flagged = await look({}, ['tui', '--no-color']);
    expect(colours(coloured.raw())).not.toEqual([]);
    expect(colours(plain.raw())).toEqual([]);
    expect(colours(flagged.raw())).toEqual([]);
    // The marks of the states have shapes where they have no colour.
    const alike = (tui: Tui) => tui.screen().replaceAll(/[○◐◆×]/g, '●');
    expect(alike(plain)).toBe(coloured.screen());
    expect(alike(flagged)).toBe(coloured.screen());
    for (const state of ['○ Draft', '◄ Returned', '◆ In expert review']) expect(plain.screen()).toContain(state);
    expect(plain.lines()[4]).toMatch(/^│ ✓ GXXSD/);
    expect(plain.lines()[5]).toMatch(/^│▌ +GXXSD/);
  });
});

test('the cursor is at the text field for input methods, and hidden elsewhere', async () => {
  const tui = await openAs(desk, 'admin');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  expect(tui.cursor()).toBeNull();
  tui.type('/水电');
  await tui.sees(/Name or account +水电/);
  const row = tui.lines().findIndex((line) => line.includes('水电') && line.includes('Name or account'));
  expect(tui.cursor()).toEqual({ x: (tui.lines()[row] ?? '').indexOf('水电') + 4, y: row });
  tui.press('Esc');
  await tui.until(() => tui.cursor() === null);
});

test('nothing is written while nothing changes', async () => {
  const tui = await openAs(desk, 'admin');
  tui.type('4');
  await tui.sees(/station\d{4}/);
  const used = () => {
    const fields = readFileSync(`/proc/${tui.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  const stirred = async () => {
    const [written, ticks] = [tui.raw().length, used()];
    await sleep(3_000);
    return [tui.raw().length - written, used() - ticks > 1];
  };
  await expect.poll(stirred).toEqual([0, false]);
});
