// Measures the terminal UI on a list of any length, beside what an empty Node process and `cat` need on the same
// terminal in the same run: npm run fill -- --data DIR --assessments 100000 --stations 20000, then
// npm run bench:tui -- --data DIR [--account admin --password demo-2026]
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import xterm from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';
import { type Desk, newDesk } from '../tests/support/desk.ts';
import { COMMAND, startServer } from '../tests/support/server.ts';

const STARTS = 15;
const KEYS = 200;
const IDLE_MS = 10_000;
const SIZE = { cols: 120, rows: 40 };
const DOWN = '\u001b[B';
const PAGE_DOWN = '\u001b[6~';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    account: { type: 'string', default: 'admin' },
    password: { type: 'string', default: 'demo-2026' },
  },
});
if (values.data === undefined) {
  console.error('npm run bench:tui -- --data DIR [--account A --password P]');
  process.exit(2);
}

const server = await startServer({}, ['--no-captcha'], values.data);
const desk = await newDesk(server.url);
const out = await mkdtemp(join(tmpdir(), 'shp-bench-tui-'));
try {
  await desk.login(values.account, values.password);
  console.log(JSON.stringify({ ...(await starts(desk)), ...(await list(desk)) }, null, 2));
} finally {
  await desk.clear();
  await rm(out, { recursive: true, force: true });
  await server.stop();
}

type Opened = { child: IPty; screen(): string; next(): Promise<void>; sees(text: string): Promise<void> };

function open(at: Desk, file = process.execPath, words = [COMMAND, 'tui']): Opened {
  const terminal = new xterm.Terminal({ ...SIZE, allowProposedApi: true });
  const env = { ...process.env, ...at.env, TERM: 'xterm-256color' };
  const child = spawn(file, words, { ...SIZE, cwd: out, env });
  const waiting = new Set<() => void>();
  child.onData((data) => {
    terminal.write(data, () => {
      for (const told of waiting) told();
    });
  });
  const screen = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: SIZE.rows }, (_, y) => active.getLine(y)?.translateToString(true) ?? '').join('\n');
  };
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!done()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    child,
    screen,
    next: () => {
      const before = screen();
      return until(() => screen() !== before);
    },
    sees: (text) => until(() => screen().includes(text)),
  };
}

/** From the start of the process to the first frame, and to the home page with its counts. */
async function starts(at: Desk) {
  const floor: number[] = [];
  const paint: number[] = [];
  const home: number[] = [];
  for (let turn = 0; turn < STARTS; turn++) {
    floor.push(await emptyPaint(at));
    const began = performance.now();
    const { child, next, sees } = open(at);
    await next();
    paint.push(performance.now() - began);
    await sees('Level-3 stations');
    home.push(performance.now() - began);
    const ended = new Promise((resolve) => child.onExit(resolve));
    child.write('\u0003');
    await ended;
  }
  return { emptyNodePaintMs: spread(floor), firstPaintMs: spread(paint), homeMs: spread(home) };
}

/** How long a Node process takes that only writes a letter. */
async function emptyPaint(at: Desk): Promise<number> {
  const began = performance.now();
  const { child, next } = open(at, process.execPath, ['-e', "process.stdout.write('x')"]);
  const ended = new Promise((resolve) => child.onExit(resolve));
  await next();
  const took = performance.now() - began;
  await ended;
  return took;
}

/** How long the terminal itself takes to show a key. */
async function echo(at: Desk): Promise<number[]> {
  const { child, next } = open(at, 'cat', []);
  const times: number[] = [];
  for (let turn = 0; turn < SIZE.cols; turn++) {
    const began = performance.now();
    const answered = next();
    child.write('x');
    await answered;
    times.push(performance.now() - began);
    await sleep(5);
  }
  child.kill();
  return times;
}

/** Scrolling through the assessments: row by row, page by page, to the end, and while an export runs. */
async function list(at: Desk) {
  const echoed = await echo(at);
  const { child, next, sees, screen } = open(at);
  await sees('Level-3 stations');
  child.write('6');
  await sees('in all');
  const total = / ([\d,]+) in all/.exec(screen())?.[1];
  await sees('GXXSD');
  const down = await keys(KEYS, DOWN);
  const page = await keys(KEYS, PAGE_DOWN);
  const end = await keys(1, 'G');
  await sees('GXXSD');
  const rowsMs = await until(() => !screen().includes(' ...'));
  const memory = memoryOf(child.pid);
  await sleep(1_000);
  const before = cpuOf(child.pid);
  await sleep(IDLE_MS);
  const idle = cpuOf(child.pid) - before;
  child.write('g');
  await sleep(500);
  child.write('e');
  await sees('File');
  child.write('\r');
  await sees('Writing');
  const busy: number[] = [];
  while (!screen().includes('rows:') && !screen().includes('done') && busy.length < 2000) {
    busy.push(...(await keys(1, DOWN)));
    await sleep(20);
  }
  const after = memoryOf(child.pid);
  const ended = new Promise((resolve) => child.onExit(resolve));
  child.write('\u0003');
  await ended;
  return {
    rows: total,
    echoMs: spread(echoed),
    downMs: spread(down),
    pageDownMs: spread(page),
    toEndMs: Math.round(end[0] ?? 0),
    lastRowsMs: Math.round(rowsMs),
    downDuringExportMs: spread(busy),
    keysDuringExport: busy.length,
    idleCpuPercent: Number(((idle / IDLE_MS) * 100).toFixed(2)),
    memoryMB: memory,
    memoryAfterExportMB: after,
  };

  async function keys(count: number, key: string): Promise<number[]> {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      const began = performance.now();
      const answered = next();
      child.write(key);
      await answered;
      times.push(performance.now() - began);
      await sleep(5);
    }
    return times;
  }

  async function until(done: () => boolean): Promise<number> {
    const began = performance.now();
    while (!done()) await sleep(2);
    return performance.now() - began;
  }
}

function spread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

/** Milliseconds of processor time that a process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
