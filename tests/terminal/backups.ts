import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { newRegion } from '../support/region.ts';
import { desk, onServerWithDesks, server } from './demo.ts';

/** Enough for every kind of file and row; a backup copies each file, and the demo has thousands. */
const SIZE = { stations: 20, assessments: 12 };

/** A backup of the server, made before the tests. */
export let whole: string;
/** The desk that made the backup; it exists until the tests end. */
export let made: Desk;

/** A server of a small region with a backup of it, and a new desk for each test. */
export function onBackedUpServer(before: (made: Desk) => Promise<void> = async () => {}): void {
  onServerWithDesks(() => newRegion(SIZE, true));
  beforeAll(async () => {
    made = await newDesk(server.url);
    await before(made);
    whole = join(made.folder, 'whole.tar');
    await succeed(made, ['backup', whole, '--data', server.data]);
  });
  afterAll(() => made.clear());
}

/** Runs a command that must succeed. */
export async function succeed(at: Desk, args: readonly string[]): Promise<void> {
  const run = await at.shp(args);
  if (run.code !== 0) throw new Error(run.err);
}

/** The doctor's findings for a data directory. */
export const doctor = (data: string) => desk.shp(['doctor', '--data', data, '--format', 'json']);

/** A path in the folder of the test's desk. */
export const at = (...names: string[]) => join(desk.folder, ...names);

/** The stored files of a data directory, by relative path. */
export function filesOf(data: string): string[] {
  return readdirSync(join(data, 'files'), { recursive: true })
    .map((name) => `files/${name}`)
    .filter((name) => name.split('/').length === 3)
    .sort();
}
