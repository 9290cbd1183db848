import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, Interrupted, PartlyDone } from '../../lib/errors.ts';
import { withLock } from '../../lib/lock.ts';
import { mustBeFile } from '../../lib/userFile.ts';
import { screenColumn } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { progress } from '../../output/progress.ts';
import {
  addKeys,
  createJournal,
  type Identity,
  isFinished,
  isSame,
  type Journal,
  journalOf,
  peekJournal,
  readJournal,
  renameEarlierFile,
} from '../journal/journal.ts';
import { reportedRows, reportForm, sortReport } from '../journal/report.ts';
import { ResultLog } from '../journal/resultLog.ts';
import { existingAccounts } from './existing.ts';
import { writeFailed } from './failedRows.ts';
import { type FileRow, readFileRows } from './read.ts';
import { type OnDuplicate, type Outcome, REPORT_KEYS, type Result, sendRow } from './send.ts';

/** The key of a row is its idempotency key. */
type Run = Journal<string, Result>;
export type How = { dryRun: boolean; concurrency: number; onDuplicate: OnDuplicate; report?: string };

/** `shp <users> import`: reads and checks all rows, then sends them. Resumes an interrupted run. */
export async function importFile(context: CommandContext, kind: UserKind, file: string, how: How): Promise<void> {
  const api = await context.api();
  const me = await api.call('GET user', {});
  const { sha256, rows } = await readFileRows(kind, file, me, context.texts);
  if (how.dryRun) return dryRun(context, api, kind, rows, how.onDuplicate);
  const path = journalOf(file);
  await withLock(path, { wait: 0 }, async () => {
    const identity = { kind, sha256, server: api.server, account: me.id };
    const report = resolve(how.report ?? `${file}.report.csv`);
    mustBeFile(report, context.texts);
    const journal = openJournal(context, path, identity, rows, report);
    if (rows.length > 0 && isFinished(journal)) {
      const { failed } = countsOf(journal.done);
      const { imports } = context.texts.cli;
      context.note(imports.finishedBefore(journal.start.report));
      if (failed === 0) return;
      if (!existsSync(failedFile(file))) writeEnd(kind, file, journal, rows);
      context.note(imports.failedBefore(failed, failedFile(file)));
      return;
    }
    await send(context, api, kind, { file, path }, journal, rows, how);
  });
}

/** `INPUT.failed.csv`: the rows to correct. */
const failedFile = (file: string) => `${file}.failed.csv`;

async function dryRun(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  rows: readonly FileRow[],
  onDuplicate: OnDuplicate,
): Promise<void> {
  const { imports } = context.texts.cli;
  const right = rows.filter(({ reason }) => reason === '');
  const existing = await existingAccounts(
    api,
    kind,
    right.map(({ account }) => account),
  );
  const exists = ({ account, reason }: FileRow) => reason === '' && existing.has(account.toLowerCase());
  const wrong = rows.flatMap((row) => {
    if (onDuplicate === 'fail' && exists(row)) return [{ ...row, reason: imports.exists }];
    return row.reason === '' ? [] : [row];
  });
  await printWrongRows(context, wrong);
  const duplicates = rows.filter(exists).length;
  if (onDuplicate !== 'fail' && duplicates > 0) context.note(imports.duplicates[onDuplicate](duplicates));
  const outcome = imports.checked(rows.length, wrong.length);
  if (wrong.length > 0) throw new PartlyDone(outcome);
  context.note(outcome);
}

/** The rows that an interrupted import of the same file has done: it goes on without them. */
export function rowsDoneBefore(file: string, identity: Identity): ReadonlySet<number> {
  try {
    const journal = peekJournal<string, Result>(journalOf(file));
    const goesOn = journal !== null && isSame(journal.start, identity) && !isFinished(journal);
    return new Set(goesOn ? journal.done.keys() : []);
  } catch {
    // The import itself says what is wrong with a journal.
    return new Set();
  }
}

/** The journal of this file's run, or a new one. @throws Failure */
function openJournal(
  context: CommandContext,
  path: string,
  identity: Identity,
  rows: readonly FileRow[],
  report: string,
): Run {
  const { cli } = context.texts;
  const journal = readJournal<string, Result>(path);
  const sendable = rows.filter(({ reason }) => reason === '');
  if (journal && isSame(journal.start, identity)) {
    // The check may have changed since: the caller's division, or a new version of this program.
    const without = sendable.filter(({ row }) => !journal.keys.has(row) && !journal.done.has(row));
    const fresh = newKeys(without);
    if (fresh.size > 0) addKeys(path, fresh);
    for (const [row, key] of fresh) journal.keys.set(row, key);
    return journal;
  }
  if (journal && !isFinished(journal))
    throw new Failure(cli.imports.otherUnfinished(path), cli.imports.otherHint(path));
  renameEarlierFile(path);
  const aside = renameEarlierFile(report);
  if (aside !== null) context.note(cli.imports.reportAside(aside));
  const start = { journal: 1, ...identity, rows: rows.length, report, startedAt: new Date().toISOString() } as const;
  return createJournal(path, start, newKeys(sendable));
}

function newKeys(rows: readonly FileRow[]): Map<number, string> {
  return new Map(rows.map(({ row }) => [row, randomUUID()]));
}

async function send(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  { file, path }: { file: string; path: string },
  journal: Run,
  rows: readonly FileRow[],
  how: How,
) {
  const { imports } = context.texts.cli;
  const { start, keys, done } = journal;
  const form = reportForm<Outcome>(start.report, REPORT_KEYS);
  const reported = reportedRows(start.report, form);
  const missingInJournal = reported.filter(([row]) => !done.has(row));
  const log = await ResultLog.open(start.report, path, form);
  await log.catchUp(missingInJournal);
  for (const [row, result] of missingInJournal) done.set(row, result);

  const before = done.size;
  const left = rows.filter(({ row }) => !done.has(row));
  context.watch?.(before, rows.length);
  if (context.onRow) {
    const reasons = new Map(reported.map(([row, , reason]) => [row, reason]));
    for (const { row, account, input } of rows) {
      const result = done.get(row);
      const made = result === 'created' && input.password === undefined;
      if (result) context.onRow({ row, account, result, reason: reasons.get(row) ?? '', made });
    }
  }
  const bar = progress(context, context.command, 'rows');
  const outcomeOf = async ({ row, account, input, reason }: FileRow): Promise<Outcome> => {
    const key = keys.get(row);
    if (reason !== '' || key === undefined) return { row, account, result: 'failed', reason, password: '' };
    return sendRow(api, kind, { row, key, input }, how.onDuplicate, context.texts);
  };
  const sendOne = async (row: FileRow): Promise<void> => {
    const outcome = await outcomeOf(row);
    log.add(outcome);
    done.set(row.row, outcome.result);
    context.onRow?.({ ...outcome, made: outcome.password !== '' });
    bar.at(done.size, rows.length);
  };
  // Sends the first row of managers alone: it may ask for the password, once for all rows.
  const alone = kind === 'managers' ? 1 : 0;
  let stopped: unknown = null;
  await mapLimit(left.slice(0, alone), 1, sendOne, context.signal)
    .then(() => mapLimit(left.slice(alone), how.concurrency, sendOne, context.signal))
    .catch((error: unknown) => {
      stopped = error;
    });
  bar.end();
  // A full disk: the rows after the last that was written are sent again with their keys, so none is made twice.
  await log.close().catch((error: unknown) => {
    stopped ??= error;
  });

  const goOn = (context.goOn ?? imports.goOn)(before + log.written, rows.length);
  if (stopped !== null) {
    context.note(goOn);
    throw stopped;
  }
  if (done.size < rows.length) throw new Interrupted(goOn);
  writeEnd(kind, file, journal, rows);
  const counts = countsOf(done);
  const summary = imports.summary(counts, start.report);
  if (counts.failed > 0) context.note(imports.toMend(failedFile(file)));
  if (counts.failed > 0) throw new PartlyDone(summary);
  context.note(summary);
}

/** After the last row: sorts the report by row and writes the failed rows to a file. */
function writeEnd(kind: UserKind, file: string, { start, done }: Run, rows: readonly FileRow[]): void {
  const form = reportForm<Outcome>(start.report, REPORT_KEYS);
  sortReport(start.report, form);
  const reasons = new Map(reportedRows(start.report, form).map(([row, , reason]) => [row, reason]));
  const failed = rows.filter(({ row }) => done.get(row) === 'failed');
  if (failed.length === 0) return;
  writeFailed(
    failedFile(file),
    kind,
    failed.map((row) => ({ ...row, why: reasons.get(row.row) ?? '' })),
  );
}

function countsOf(done: ReadonlyMap<number, Result>): Record<Result, number> {
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const result of done.values()) counts[result] += 1;
  return counts;
}

type Wrong = Pick<FileRow, 'row' | 'account' | 'reason'>;

/** Prints the wrong rows of a file, with the reason. */
function printWrongRows(context: CommandContext, rows: readonly FileRow[]): Promise<void> {
  const { row, reason } = context.texts.cli.imports.columns;
  const columns = [
    screenColumn<Wrong>('row', row, (one) => one.row, 'number'),
    screenColumn<Wrong>('account', context.texts.common.fields.account, ({ account }) => account),
    screenColumn<Wrong>('reason', reason, (one) => one.reason),
  ];
  const shown = rows.map(({ row, account, reason }) => ({ row, account, reason }));
  return printRows(context, { columns, sentences: true, paths: ['row', 'account', 'reason'] }, [shown]);
}
