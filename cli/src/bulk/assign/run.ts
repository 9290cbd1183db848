import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { progress } from '../../output/progress.ts';
import { createJournal, type Identity, type Journal } from '../journal/journal.ts';
import { reportedRows, reportForm } from '../journal/report.ts';
import { ResultLog } from '../journal/resultLog.ts';
import { inParallel } from '../parallel.ts';
import { applyOne } from './apply.ts';
import type { Line, Planned, Result } from './plan.ts';
import { REPORT_KEYS } from './print.ts';

/** What is to be done, row by row, and what of it has been done, by an earlier run too. */
export type Work = { readonly plan: readonly Planned[]; readonly done: Map<number, Result> };
/** What this run did with each row that was left to it, and what would have befallen all the rest as well. */
export type Ended = Work & { readonly lines: readonly Line[]; readonly stopped: unknown };
export type AssignJournal = Journal<Planned, Result>;

/** The journal of an assignment whose report is this. */
export function journalOf(report: string): string {
  return `${report}.journal.ndjson`;
}

/** What tells one assignment from another: its words, at one server, by one account. */
export function identityOf(words: unknown, { server }: Api, account: string): Identity {
  const sha256 = createHash('sha256').update(canonicalJson(words)).digest('hex');
  return { kind: 'assign', sha256, server, account };
}

/** Writes down a plan, before the first of it is sent. */
export function recordPlan(report: string, identity: Identity, plan: readonly Planned[]): AssignJournal {
  // Before the journal: what a report says is taken for done.
  rmSync(report, { force: true });
  const start = { journal: 1, ...identity, rows: plan.length, report, startedAt: new Date().toISOString() } as const;
  return createJournal(journalOf(report), start, new Map(plan.map((one) => [one.row, one])));
}

/** Carries out what a journal holds, outcome by outcome; the journal stays until nothing is left. */
export async function resumePlan(
  shp: CommandContext,
  api: Api,
  report: string,
  { keys, done }: AssignJournal,
  concurrency: number,
): Promise<Ended> {
  const path = journalOf(report);
  const form = reportForm<Line>(report, REPORT_KEYS);
  const untold = reportedRows(report, form).filter(([row]) => !done.has(row));
  const ledger = await ResultLog.open<Line>(report, path, form);
  await ledger.catchUp(untold);
  for (const [row, result] of untold) done.set(row, result);
  const work = { plan: [...keys.values()], done };
  return runPlan(shp, api, work, concurrency, ledger).finally(() => {
    if (done.size === work.plan.length) rmSync(path);
  });
}

/** Does what is not done yet, until all is done or something would befall all the rest. */
export async function runPlan(
  shp: CommandContext,
  api: Api,
  work: Work,
  concurrency: number,
  ledger: ResultLog<Line> | null,
): Promise<Ended> {
  const { plan, done } = work;
  const todo = plan.filter(({ row }) => !done.has(row));
  const bar = progress(shp, shp.command, String);
  let stopped: unknown = null;
  const one = async (planned: Planned): Promise<Line | undefined> => {
    try {
      const line = await applyOne(shp, api, planned);
      ledger?.add(line);
      done.set(line.row, line.result);
      bar.at(done.size, plan.length);
      return line;
    } catch (error) {
      stopped ??= error;
      return undefined;
    }
  };
  const stop = () => stopped !== null || shp.signal.aborted;
  const results = await inParallel(todo, concurrency, stop, one).finally(bar.end);
  await ledger?.close();
  const lines = todo.map((planned, place): Line => results[place] ?? { ...planned, result: 'left' });
  return { ...work, lines, stopped };
}
