import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { type Desk, newDesk } from '../tests/support/desk.ts';
import { memory, processor } from '../tests/support/processes.ts';
import { COMMAND, startServer } from '../tests/support/server.ts';
import { killedImport } from '../tests/terminal/killedImport.ts';
import { openTui } from '../tests/terminal/tui.ts';
import { median, rounded, spread } from './measure.ts';

/** Work of a logged-in user of a server, on the demo unless `data` names a filled directory. */
async function atDesk<T>(account: string, work: (desk: Desk) => Promise<T>, data?: string): Promise<T> {
  const server = await startServer({}, data === undefined ? ['--demo', '--no-captcha'] : ['--no-captcha'], data);
  const desk = await newDesk(server.url);
  try {
    await desk.login(account);
    return await work(desk);
  } finally {
    await desk.clear();
    await server.stop();
  }
}

const EMPTY = 'node -e 0';
const RUNS: Record<string, readonly string[]> = {
  [EMPTY]: ['-e', '0'],
  'shp --version': [COMMAND, '--version'],
  'shp --help': [COMMAND, '--help'],
  'shp stations --help': [COMMAND, 'stations', '--help'],
  'shp stations list': [COMMAND, 'stations', 'list'],
};

/** How long commands take beside an empty Node process, in turn, so that other work of the machine meets all alike. */
export function start(turns: number) {
  return atDesk('admin', async ({ env }) => {
    const times = new Map<string, number[]>(Object.keys(RUNS).map((name) => [name, []]));
    for (let turn = 0; turn < turns; turn++)
      for (const [name, words] of Object.entries(RUNS)) {
        const began = performance.now();
        const { status } = spawnSync(process.execPath, words, { env: { ...process.env, ...env } });
        times.get(name)?.push(performance.now() - began);
        if (status !== 0) throw new Error(`${name} ended with ${status}`);
      }
    const floor = median(times.get(EMPTY) ?? []);
    const least = Math.min(...(times.get(EMPTY) ?? []));
    const figures = [...times].map(([name, taken]) => {
      const timesFloor = rounded(median(taken) / floor);
      return [name, { ms: spread(taken), timesFloor, leastTimesFloor: rounded(Math.min(...taken) / least) }];
    });
    return Object.fromEntries(figures);
  });
}

/** An import of stations, once left alone and once killed at random points and run again. */
export async function imports(rows: number, kills: number, seed: number) {
  const random = new Random(seed);
  const figures: Record<string, object> = {};
  for (const times of [0, kills])
    figures[`killed ${times} times`] = await atDesk('city450300', (desk) => killedImport(desk, rows, times, random));
  return figures;
}

const PAINTS = 15;
const KEYS = 200;
const KEY_PAUSE_MS = 5;
const IDLE_MS = 10_000;
const EXPORT_KEYS = 2000;
const SIZE = { cols: 120, rows: 40 };

/** The terminal UI on a list of any length: first paint, a key, a key during an export, idle. */
export function tui(data: string) {
  return atDesk('admin', async (desk) => ({ ...(await paints(desk)), ...(await keys(desk)) }), data);
}

async function paints(desk: Desk) {
  const [first, home]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < PAINTS; turn++) {
    const began = performance.now();
    const ui = openTui(desk, SIZE);
    await ui.until(() => ui.screen().trim() !== '');
    first.push(performance.now() - began);
    await ui.sees('Level-3 stations');
    home.push(performance.now() - began);
    ui.press('CtrlC');
    await ui.ended;
  }
  return { firstPaintMs: spread(first), homeMs: spread(home) };
}

async function keys(desk: Desk) {
  const ui = openTui(desk, SIZE);
  await ui.sees('Level-3 stations');
  ui.type('6');
  await ui.sees('GXXSD');
  const rows = / ([\d,]+) in all/.exec(ui.screen())?.[1];
  const pressDown = async () => {
    const before = ui.screen();
    const began = performance.now();
    ui.press('Down');
    await ui.until(() => ui.screen() !== before);
    const took = performance.now() - began;
    await sleep(KEY_PAUSE_MS);
    return took;
  };
  const [down, busy]: [number[], number[]] = [[], []];
  while (down.length < KEYS) down.push(await pressDown());
  await sleep(1_000);
  const before = processor(ui.child.pid);
  await sleep(IDLE_MS);
  const idle = (processor(ui.child.pid) - before) / IDLE_MS;
  const megabytes = memory(ui.child.pid);
  ui.type('g');
  await sleep(500);
  ui.type('e');
  await ui.sees('File');
  ui.press('Enter');
  await ui.sees('Writing');
  while (!/rows:|done/.test(ui.screen()) && busy.length < EXPORT_KEYS) busy.push(await pressDown());
  ui.press('CtrlC');
  await ui.ended;
  const during = { keysDuringExport: busy.length, downDuringExportMs: spread(busy) };
  return {
    rows,
    downMs: spread(down),

    ...during,
    idlePercent: rounded(idle * 100),
    megabytes,
  };
}
