import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { User } from '@shp/shared/api/objects';
import { ASSESSMENT_EXPORT_COLUMNS, type AssessmentExportRow } from '@shp/shared/sheets/assessments';
import { encodeSheet, type SheetFormat } from '@shp/shared/sheets/encode';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import { texts } from '@shp/shared/text/common';
import { expertsOf, rowOf, walkAssessments } from '../store/assessments.ts';
import { onSnapshot, openReader, type Place } from '../store/database.ts';
import type { Db } from '../store/schema.ts';
import { accountsOf, userOf, walkUsers } from '../store/users.ts';
import { isBlind, seenBy } from '../views/assessments.ts';
import { filterFor } from '../views/list.ts';
import type { ExportDone, ExportFailed, ExportTask } from './exporter.ts';

/** The worker of exports: one task after another, each in one read transaction on a connection of its own. */
const reader = openReader(workerData as Place);
const BATCH = 1000;

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: ExportTask) => {
  last = last.then(() => run(task));
});

async function run(task: ExportTask): Promise<void> {
  const answer: ExportDone | ExportFailed = await make(task).catch((error: unknown) => ({
    id: task.id,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
  parentPort?.postMessage(answer);
}

async function make(task: ExportTask): Promise<ExportDone> {
  const file = await open(task.file, 'wx', 0o600);
  try {
    return await onSnapshot(await reader, async (snapshot) => {
      let rows = 0;
      const counted = async function* <R>(batches: AsyncIterable<R[]>) {
        for await (const batch of batches) {
          rows += batch.length;
          yield batch;
        }
      };
      const { size, digest } = await write(file, bytesOf(snapshot, task, counted));
      return { id: task.id, rows, size, digest };
    });
  } finally {
    await file.close();
  }
}

type Counted = <R>(batches: AsyncIterable<R[]>) => AsyncIterable<R[]>;

function bytesOf(snapshot: Db, task: ExportTask, counted: Counted): AsyncIterable<Uint8Array> {
  const { job, format, headings, lang } = task;
  if (job.list === 'assessments') {
    return encodeSheet(
      { format, headings, columns: ASSESSMENT_EXPORT_COLUMNS, name: texts[lang].menu.assessments },
      counted(assessmentRows(snapshot, task)),
    );
  }
  const name = texts[lang].kinds[job.list];
  return encodeSheet(
    { format: format as SheetFormat, headings, columns: USER_COLUMNS[job.list], name },
    counted(userRows(snapshot, task)),
  );
}

async function* userRows(snapshot: Db, { job, scope }: ExportTask): AsyncGenerator<User[]> {
  if (job.list === 'assessments') return;
  for await (const batch of walkUsers(snapshot, scope, job.list, job.filter, BATCH)) yield batch.map(userOf);
}

async function* assessmentRows(
  snapshot: Db,
  { job, scope, viewer }: ExportTask,
): AsyncGenerator<AssessmentExportRow[]> {
  if (job.list !== 'assessments') return;
  for await (const batch of walkAssessments(snapshot, scope, filterFor(viewer, job.filter), BATCH)) {
    const experts = await expertsOf(
      snapshot,
      batch.map((row) => row.id),
    );
    const accounts = await accountsOf(
      snapshot,
      batch.map((row) => row.station_id),
    );
    yield batch.map((row) => ({
      ...seenBy(viewer, rowOf(row, experts.get(row.id) ?? [])),
      account: accounts.get(row.station_id) ?? '',
      conclusion: isBlind(viewer, row.status) ? null : row.manager_conclusion,
      chapterRates:
        row.chapter_rates === null || isBlind(viewer, row.status)
          ? []
          : (JSON.parse(row.chapter_rates) as (number | null)[]),
    }));
  }
}

async function write(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    size += chunk.length;
    await file.write(chunk);
  }
  return { size, digest: hash.digest('base64') };
}
