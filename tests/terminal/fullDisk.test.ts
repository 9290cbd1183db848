import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csvRows, lines, newDesk, type Run } from '../support/desk.ts';
import { MAY_MOUNT, newSmall, type Small } from '../support/mounts.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { station, writeStations } from './stationFile.ts';

const PAGE = 4096;
const here = test.runIf(MAY_MOUNT);

onDemoWithDesks();
let disk: Small;
beforeEach(() => {
  if (MAY_MOUNT) disk = newSmall(1);
});
afterEach(() => {
  if (MAY_MOUNT) disk.clear();
});

const at = (name: string) => join(disk.path, name);
const halfWritten = () => readdirSync(disk.path).filter((name) => name.endsWith('.part'));

/** Runs a command on a full disk, and again with two pages more each time, until it ends well; returns the failed runs. */
async function withGrowingRoom(args: readonly string[]): Promise<Run[]> {
  disk.fill();
  const failed: Run[] = [];
  for (;;) {
    const run = await desk.shp(args);
    expect(halfWritten()).toEqual([]);
    if (run.code === 0) return failed;
    failed.push(run);
    disk.makeRoom(2 * PAGE);
  }
}

here(
  'an import on a full disk says so, and with room goes on: each row once, each with its password',
  async () => {
    const rows = 300;
    await desk.login('city450300');
    await writeStations(
      at('many.csv'),
      Array.from({ length: rows }, (_, number) => station(number)),
    );
    const failed = await withGrowingRoom(['stations', 'import', at('many.csv')]);
    expect(failed[0]?.err).toMatch(/^shp: stations import: no space left on the disk\n/);
    for (const { code, err } of failed) expect([code, err]).toEqual([1, expect.stringContaining('no space left')]);
    const cut = failed.filter(({ err }) => /[1-9]\d* of 300 rows done\. Run the same command again/.test(err));
    expect(cut.length).toBeGreaterThan(0);

    const told = csvRows(readFileSync(at('many.csv.report.csv'), 'utf8')).slice(1);
    expect(new Set(told.map(([row]) => row)).size).toBe(rows);
    expect(told.filter(([, , result, , password]) => result !== 'created' || !password)).toEqual([]);
    const list = ['stations', 'list', '--all', '--search', 'import-', '--fields', 'account', '--format', 'ndjson'];
    expect(lines((await desk.shp(list)).out)).toHaveLength(rows);
    // The password of the row whose outcome found no room: its creation was answered twice.
    const done = Number(/(\d+) of 300/.exec(cut[0]?.err ?? '')?.[1]);
    const [, account = '', , , password = ''] = told[done] ?? [];
    const owner = await newDesk(server.url);
    const login = ['login', '--account', account, '--password-stdin', '--new-password-stdin'];
    const entered = await owner.shp(login, { input: `${password}\nOther-2026-words\n` });
    await owner.clear();
    expect([entered.code, entered.err]).toEqual([0, expect.any(String)]);
  },
  120_000,
);

here(
  'an assignment on a full disk sends nothing without its journal, and with room each review gets its experts',
  async () => {
    await desk.login('admin');
    const waiting = ['assessments', 'list', '--all', '--status', 'first_passed', '--format', 'ndjson'];
    const numbers = lines<{ number: string }>((await desk.shp(waiting)).out).map(({ number }) => number);
    const words = ['assessments', 'assign', ...numbers, '--balance', '3', '--report', at('report.csv')];
    const failed = await withGrowingRoom(words);
    expect(failed[0]?.err).toMatch(/^shp: assessments assign: no space left on the disk\n/);
    for (const { code, err } of failed) expect([code, err]).toEqual([1, expect.stringContaining('no space left')]);
    expect(existsSync(at('report.csv.journal.ndjson'))).toBe(false);
    const told = csvRows(readFileSync(at('report.csv'), 'utf8')).slice(1);
    expect(told.map(([row]) => Number(row))).toEqual(numbers.map((_, row) => row + 1));
    const after = lines<{ experts: unknown[] }>((await desk.shp(waiting)).out);
    expect(after.map(({ experts }) => experts.length)).toEqual(numbers.map(() => 3));
  },
  120_000,
);
