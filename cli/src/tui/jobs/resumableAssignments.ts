import { accessSync, constants, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import type { User } from '@shp/shared/api/objects';
import type { Planned, Result } from '../../bulk/assign/plan.ts';
import type { AssignJournal } from '../../bulk/assign/run.ts';
import { journalOf, readJournal } from '../../bulk/journal/journal.ts';
import type { CommandContext } from '../../command/context.ts';
import { isLocked } from '../../lib/lock.ts';

/** The folder with journals of unfinished assignments from the UI. */
export function assignmentsFolder({ configDir }: CommandContext): string {
  return join(configDir, 'assignments');
}

/** Whether the folder is writable; makes it if there is none. */
export function isWritable(folder: string): boolean {
  try {
    ensureDir(folder, 0o700);
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function readAssignment(report: string): AssignJournal | null {
  return readJournal<Planned, Result>(journalOf(report));
}

export function forgetAssignment(report: string): void {
  rmSync(journalOf(report), { force: true });
  rmSync(report, { force: true });
}

export type Unfinished = {
  readonly report: string;
  readonly done: number;
  readonly rows: number;
  readonly startedAt: number;
  readonly plan: Iterable<Planned>;
};

/** Unfinished assignments of this account on this server. */
export async function unfinishedAssignments(context: CommandContext, me: User): Promise<Unfinished[]> {
  const folder = assignmentsFolder(context);
  const found: Unfinished[] = [];
  for (const name of namesIn(folder)) {
    const report = join(folder, name.replace(/\.csv\..*$/, '.csv'));
    if (join(folder, name) !== journalOf(report) || (await isLocked(journalOf(report)))) continue;
    const journal = readAssignment(report);
    if (journal?.start.server !== context.server || journal.start.account !== me.id) continue;
    const { rows, startedAt } = journal.start;
    found.push({
      report,
      done: journal.done.size,
      rows,
      startedAt: Date.parse(startedAt),
      plan: journal.keys.values(),
    });
  }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
