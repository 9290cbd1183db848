import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { progress } from '../../output/progress.ts';
import { createJournal, type Identity, type Journal, journalOf } from '../journal/journal.ts';
import { reportedRows, reportForm } from '../journal/report.ts';
import { ResultLog } from '../journal/resultLog.ts';
import { applyOne } from './apply.ts';
import type { Line, Planned, Result } from './plan.ts';
import { REPORT_KEYS } from './print.ts';

/** The plan, and the results so far, earlier runs included. */
export type RunState = { readonly plan: readonly Planned[]; readonly done: Map<number, Result> };
/** The results of this run, those of the runs before it, and the error that stopped it. */
export type RunResult = RunState & {
  readonly lines: readonly Line[];
  readonly earlier?: readonly Line[];
  readonly stopped: unknown;
};
export type AssignJournal = Journal<Planned, Result>;

/** Identifies an assignment: its arguments, server and account. */
export function identityOf(words: unknown, { server }: Api, account: string): Identity {
  const sha256 = createHash('sha256').update(canonicalJson(words)).digest('hex');
  return { kind: 'assign', sha256, server, account };
}

/** Writes the plan to a new journal before the first call. */
export function recordPlan(report: string, identity: Identity, plan: readonly Planned[]): AssignJournal {
  // Before the journal: rows in the report count as done.
  rmSync(report, { force: true });
  const start = { journal: 1, ...identity, rows: plan.length, report, startedAt: new Date().toISOString() } as const;
  return createJournal(journalOf(report), start, new Map(plan.map((one) => [one.row, one])));
}

/** Runs the rest of a journal's plan; deletes the journal when all is done and in the report. */
export async function resumePlan(
  context: CommandContext,
  api: Api,
  report: string,
  { keys, done }: AssignJournal,
  concurrency: number,
): Promise<RunResult> {
  const path = journalOf(report);
  const form = reportForm<Line>(report, REPORT_KEYS);
  const reported = reportedRows(report, form);
  const missingInJournal = reported.filter(([row]) => !done.has(row));
  const log = await ResultLog.open<Line>(report, path, form);
  await log.catchUp(missingInJournal);
  for (const [row, result] of missingInJournal) done.set(row, result);
  const work = { plan: [...keys.values()], done };
  const before = done.size;
  const reasons = new Map(reported.map(([row, , reason]) => [row, reason]));
  const earlier = work.plan.flatMap((planned): Line[] => {
    const result = done.get(planned.row);
    return result ? [{ ...planned, result, reason: reasons.get(planned.row) ?? '' }] : [];
  });
  const ended = await runPlan(context, api, work, concurrency, log);
  if (before + log.written === work.plan.length) rmSync(path);
  return { ...ended, earlier };
}

/** Runs the open rows of a plan until all are done or one fails in a way that would fail the rest. */
export async function runPlan(
  context: CommandContext,
  api: Api,
  work: RunState,
  concurrency: number,
  log: ResultLog<Line> | null,
): Promise<RunResult> {
  const { plan, done } = work;
  const todo = plan.filter(({ row }) => !done.has(row));
  const bar = progress(context, context.command, 'assessments');
  const results = new Map<number, Line>();
  const one = async (planned: Planned): Promise<void> => {
    const line = await applyOne(context, api, planned);
    log?.add(line);
    done.set(line.row, line.result);
    results.set(line.row, line);
    bar.at(done.size, plan.length);
  };
  let stopped: unknown = null;
  await mapLimit(todo, concurrency, one, context.signal).catch((error: unknown) => {
    stopped = error;
  });
  bar.end();
  await log?.close().catch((error: unknown) => {
    stopped ??= error;
  });
  const lines = todo.map((planned): Line => results.get(planned.row) ?? { ...planned, result: 'left' });
  return { ...work, lines, stopped };
}
