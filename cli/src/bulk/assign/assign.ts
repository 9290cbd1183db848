import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Api } from '../../api/client.ts';
import { confirm } from '../../command/ask.ts';
import type { CommandContext } from '../../command/context.ts';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { Failure, Interrupted, PartlyDone } from '../../lib/errors.ts';
import { withLock } from '../../lib/lock.ts';
import { mustBeFile } from '../../lib/userFile.ts';
import { type Identity, isFinished, isSame, journalOf, readJournal } from '../journal/journal.ts';
import { reportForm } from '../journal/report.ts';
import type { Line, Planned, Result } from './plan.ts';
import { countsOf, printLines, REPORT_KEYS } from './print.ts';
import { type AssignJournal, identityOf, type RunResult, recordPlan, resumePlan, runPlan } from './run.ts';

/** The request: its arguments, which identify the run, and how to plan it. */
export type Request = { readonly words: unknown; plan(): Promise<Planned[]> };
export type How = { readonly dryRun: boolean; readonly concurrency: number; readonly report: string | undefined };

/** `shp assessments assign`. With a report it also keeps a journal, so the same command resumes an interrupted run. */
export async function assign(context: CommandContext, api: Api, request: Request, how: How): Promise<void> {
  if (how.report === undefined) {
    const plan = await request.plan();
    if (how.dryRun) return tell(context, planned(plan));
    await confirmRemoval(context, plan);
    return tell(context, await runPlan(context, api, { plan, done: new Map() }, how.concurrency, null));
  }
  const report = resolve(how.report);
  mustBeFile(report, context.texts);
  await withLock(journalOf(report), { wait: 0 }, async () => {
    if (how.dryRun) return dryRun(context, request, report);
    const me = await api.call('GET user', {});
    const journal = await openJournal(context, identityOf(request.words, api, me.id), request, report);
    await tell(context, await resumePlan(context, api, report, journal, how.concurrency));
  });
}

async function dryRun(context: CommandContext, request: Request, report: string): Promise<void> {
  if (existsSync(journalOf(report))) throw otherUnfinished(context, report);
  const plan = await request.plan();
  const form = reportForm<Line>(report, REPORT_KEYS);
  atomicWrite(report, form.start + plan.map(form.line).join(''), 0o600);
  await tell(context, planned(plan));
}

/** The journal of an unfinished run of this request, or a new one. @throws Failure */
async function openJournal(
  context: CommandContext,
  identity: Identity,
  request: Request,
  report: string,
): Promise<AssignJournal> {
  const journal = readJournal<Planned, Result>(journalOf(report));
  if (journal && isSame(journal.start, identity)) {
    context.note(context.texts.cli.assign.goesOn(journal.done.size, journal.start.rows));
    return journal;
  }
  if (journal && !isFinished(journal)) throw otherUnfinished(context, report);
  const plan = await request.plan();
  await confirmRemoval(context, plan);
  return recordPlan(report, identity, plan);
}

function otherUnfinished({ texts }: CommandContext, report: string): Failure {
  const path = journalOf(report);
  return new Failure(texts.cli.assign.otherUnfinished(path), texts.cli.assign.otherHint(path));
}

async function confirmRemoval(context: CommandContext, plan: readonly Planned[]): Promise<void> {
  const count = plan.filter(({ result, removed }) => result === 'planned' && removed.length > 0).length;
  if (count > 0) await confirm(context, context.texts.cli.prompts.replaceExperts(count));
}

/** A plan that is only shown. */
function planned(plan: readonly Planned[]): RunResult {
  return { plan, lines: plan, done: new Map(plan.map(({ row, result }) => [row, result])), stopped: null };
}

/** Prints the results first, then the error that ended the run. */
async function tell(context: CommandContext, { plan, lines, done, stopped }: RunResult): Promise<void> {
  const { assign: text } = context.texts.cli;
  await printLines(context, lines);
  const counts = countsOf(done.values(), plan.length);
  const summary = text.summary(plan.length, counts);
  if (context.signal.aborted || stopped !== null) context.note(summary);
  if (context.signal.aborted) throw new Interrupted(context.texts.cli.files.goOn);
  if (stopped !== null) throw stopped;
  if (counts.failed === 0) return context.note(summary);
  throw counts.failed === plan.length ? new Failure(summary) : new PartlyDone(summary);
}
