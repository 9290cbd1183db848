import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@shp/server/demo/random';
import { csvRows, type Desk, lines } from '../support/desk.ts';
import { station, writeStations } from './stationFile.ts';

export type Killed = {
  /** The number of rows in the report at each kill. */
  killedAt: number[];
  created: number;
  accounts: number;
  reported: number;
  twice: number;
  seconds: number;
};

/**
 * Imports `rows` stations, kills the command at random points, restarts it each time, and counts the results. The desk
 * must be logged in as the manager of Guilin.
 */
export async function killedImport(desk: Desk, rows: number, kills: number, random: Random): Promise<Killed> {
  const file = `${desk.folder}/many.csv`;
  const report = `${file}.report.csv`;
  await writeStations(
    file,
    Array.from({ length: rows }, (_, number) => station(number)),
  );
  const linesOf = () => (existsSync(report) ? Math.max(0, readFileSync(report, 'utf8').split('\r\n').length - 2) : 0);
  const began = performance.now();
  const killedAt: number[] = [];
  for (const at of Array.from({ length: kills }, () => random.int(0, Math.floor(rows * 0.98) - 1)).sort(
    (a, b) => a - b,
  )) {
    const started = desk.start(['stations', 'import', file, '--quiet']);
    while (linesOf() < at && started.child.exitCode === null) await sleep(2);
    // A random delay, so that the kill does not always come right after a write.
    await sleep(random.between(0, 20));
    started.child.kill('SIGKILL');
    await started.done;
    killedAt.push(linesOf());
  }
  const last = await desk.shp(['stations', 'import', file]);
  if (last.code !== 0) throw new Error(last.err);
  const results = csvRows(readFileSync(report, 'utf8')).slice(1);
  const { out } = await desk.shp(['stations', 'list', '--all', '--filter', 'import-', '--fields', 'account']);
  return {
    killedAt,
    created: results.filter(([, , result]) => result === 'created').length,
    accounts: new Set(lines<{ account: string }>(out).map(({ account }) => account)).size,
    reported: new Set(results.map(([row]) => row)).size,
    twice: results.length - new Set(results.map(([row]) => row)).size,
    seconds: Math.round((performance.now() - began) / 1000),
  };
}
