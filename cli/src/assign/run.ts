import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { canonicalJson } from '@shp/shared/domain/canonical';
import type { Api } from '../api/client.ts';
import type { Shp } from '../core/context.ts';
import { Failure, Interrupted, PartlyDone } from '../core/errors.ts';
import { withLock } from '../files/lock.ts';
import { writeWhole } from '../files/whole.ts';
import { confirm } from '../input/ask.ts';
import { createJournal, type Identity, isFinished, isSame, type Journal, readJournal } from '../journal/journal.ts';
import { Ledger } from '../journal/ledger.ts';
import { reportedRows, reportForm } from '../journal/report.ts';
import { progress } from '../output/progress.ts';
import { inParallel } from './many.ts';
import type { Line, Planned, Result } from './plan.ts';
import { sendOne } from './send.ts';
import { countsOf, REPORT_KEYS, tellLines } from './tell.ts';

/** What was asked for: in the words of the command, which tell one run from another, and how to settle it. */
export type Request = { readonly words: unknown; plan(): Promise<Planned[]> };
export type How = { readonly dryRun: boolean; readonly concurrency: number; readonly report: string | undefined };

/** What is to be done, row by row, and what of it an earlier run did. */
type Work = { readonly plan: readonly Planned[]; readonly done: Map<number, Result> };

/** `shp assessments assign`. With a report it has a journal too: interrupted, the same command goes on. */
export async function assign(shp: Shp, api: Api, request: Request, how: How): Promise<void> {
  const { report } = how;
  if (report === undefined) {
    const plan = await request.plan();
    if (how.dryRun) return tell(shp, plan, { plan, done: resultsOf(plan) }, null);
    await confirmRemoval(shp, plan);
    return carryOut(shp, api, { plan, done: new Map() }, how, null);
  }
  const path = `${report}.journal.ndjson`;
  await withLock(path, { wait: 0 }, async () => {
    if (how.dryRun) return dryRun(shp, request, report, path);
    const me = await api.call('GET user', {});
    const sha256 = createHash('sha256').update(canonicalJson(request.words)).digest('hex');
    const identity = { kind: 'assign', sha256, server: api.server, account: me.id };
    const journal = await openJournal(shp, path, identity, request, report);
    const form = reportForm<Line>(journal.start.report, REPORT_KEYS);
    const untold = reportedRows(journal.start.report, form).filter(([row]) => !journal.done.has(row));
    const ledger = await Ledger.open<Line>(journal.start.report, path, form);
    await ledger.catchUp(untold);
    for (const [row, result] of untold) journal.done.set(row, result);
    const work = { plan: [...journal.keys.values()], done: journal.done };
    await carryOut(shp, api, work, how, ledger).finally(() => {
      if (work.done.size === work.plan.length) rmSync(path);
    });
  });
}

async function dryRun(shp: Shp, request: Request, report: string, path: string): Promise<void> {
  if (existsSync(path)) throw otherUnfinished(shp, path);
  const plan = await request.plan();
  const form = reportForm<Line>(report, REPORT_KEYS);
  writeWhole(report, form.start + plan.map(form.line).join(''), 0o600);
  await tell(shp, plan, { plan, done: resultsOf(plan) }, null);
}

/** The journal of this request's unfinished run, with the plan it settled; or a new one. @throws Failure */
async function openJournal(
  shp: Shp,
  path: string,
  identity: Identity,
  request: Request,
  report: string,
): Promise<Journal<Planned, Result>> {
  const kept = readJournal<Planned, Result>(path);
  if (kept && isSame(kept.start, identity)) {
    shp.note(shp.texts.cli.assign.goesOn(kept.done.size, kept.start.rows));
    return kept;
  }
  if (kept && !isFinished(kept)) throw otherUnfinished(shp, path);
  const plan = await request.plan();
  await confirmRemoval(shp, plan);
  // Before the journal: what a report says is taken for done.
  rmSync(report, { force: true });
  const startedAt = new Date().toISOString();
  const start = { journal: 1, ...identity, rows: plan.length, report: resolve(report), startedAt } as const;
  return createJournal(path, start, new Map(plan.map((one) => [one.row, one])));
}

function otherUnfinished({ texts }: Shp, path: string): Failure {
  return new Failure(texts.cli.assign.otherUnfinished(path), texts.cli.assign.otherHint(path));
}

async function confirmRemoval(shp: Shp, plan: readonly Planned[]): Promise<void> {
  const count = plan.filter(({ result, removed }) => result === 'planned' && removed.length > 0).length;
  if (count > 0) await confirm(shp, shp.texts.cli.prompts.replaceExperts(count));
}

/** Does what is not done yet. What would befall all the rest ends it; what was done until then is told all the same. */
async function carryOut(
  shp: Shp,
  api: Api,
  work: Work,
  { concurrency }: How,
  ledger: Ledger<Line> | null,
): Promise<void> {
  const { plan, done } = work;
  const todo = plan.filter(({ row }) => !done.has(row));
  const bar = progress(shp, shp.command, String);
  let stopped: unknown = null;
  const one = async (planned: Planned): Promise<Line | undefined> => {
    try {
      const line = await sendOne(shp, api, planned);
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
  const lines = await inParallel(todo, concurrency, stop, one).finally(bar.end);
  await ledger?.close();
  const told = todo.map((planned, place): Line => lines[place] ?? { ...planned, result: 'left' });
  await tell(shp, told, work, stopped);
}

async function tell(shp: Shp, lines: readonly Line[], { plan, done }: Work, stopped: unknown): Promise<void> {
  const { assign: text } = shp.texts.cli;
  await tellLines(shp, lines);
  const counts = countsOf(done.values(), plan.length);
  const summary = text.summary(plan.length, counts);
  if (shp.signal.aborted || stopped !== null) shp.note(summary);
  if (shp.signal.aborted) throw new Interrupted(shp.texts.cli.files.goOn);
  if (stopped !== null) throw stopped;
  if (counts.failed === 0) return shp.note(summary);
  throw counts.failed === plan.length ? new Failure(summary) : new PartlyDone(summary);
}

const resultsOf = (plan: readonly Planned[]) => new Map(plan.map(({ row, result }) => [row, result]));
