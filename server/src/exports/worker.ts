import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { createDeflateRaw } from 'node:zlib';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import type { User } from '@shp/shared/api/objects';
import type { SheetFormat } from '@shp/shared/domain/lib/sheetFormats';
import { compareSerials } from '@shp/shared/domain/standard/standard';
import { type AssessmentExportRow, assessmentExportColumns } from '@shp/shared/sheets/assessments';
import { encodeSheet } from '@shp/shared/sheets/encode';
import { FINDING_COLUMNS, FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import { texts } from '@shp/shared/text/common';
import { isBlind, seenBy } from '../assessments/blindness.ts';
import { filterFor } from '../assessments/list.ts';
import { filterFor as findingFilterFor, rowsFor } from '../findings/view.ts';
import { onSnapshot, openReader } from '../store/db/database.ts';
import type { Place } from '../store/db/types.ts';
import { walkFindings } from '../store/findings/list.ts';
import { type AssessmentExportRecord, exportRowOf } from '../store/lists/assessmentRows.ts';
import { walkAssessments, withExceptions } from '../store/lists/assessments.ts';
import { walkUsers } from '../store/lists/users.ts';
import { chaptersByVersion, parseStandards } from '../store/repositories/standards.ts';
import { type Named, stationsAndExperts, userOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { ExportDone, ExportFailed, ExportTask } from './exporter.ts';

/** The export worker: one task after another, each in its own read transaction on the worker's connection. */
const reader = openReader(workerData as Place);
const BATCH = 100;

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: ExportTask) => {
  last = last.then(() => run(task));
});

async function run(task: ExportTask): Promise<void> {
  const answer: ExportDone | ExportFailed = await make(task).catch(
    ({ message, stack, code }: NodeJS.ErrnoException) => ({
      id: task.id,
      error: { message, stack, code },
    }),
  );
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
      const { size, digest } = await write(file, await bytesOf(snapshot, task, counted));
      return { id: task.id, rows, size, digest };
    });
  } finally {
    await file.close();
  }
}

type Counted = <R>(batches: AsyncIterable<R[]>) => AsyncIterable<R[]>;

async function bytesOf(snapshot: Db, task: ExportTask, counted: Counted): Promise<AsyncIterable<Uint8Array>> {
  const { job, format, headings, lang } = task;
  if (job.list === 'assessments') {
    const rates = await ratesOf(snapshot);
    const columns = assessmentExportColumns(rates.chapters);
    return encodeSheet(
      { format, headings, columns, name: texts[lang].menu.assessments, deflate },
      assessmentRows(snapshot, task, rates, counted),
    );
  }
  if (job.list === 'findings') {
    const name = FINDINGS_TEXT[lang].title;
    return encodeSheet(
      { format, headings, columns: FINDING_COLUMNS, name, deflate },
      findingRows(snapshot, task, counted),
    );
  }
  const name = texts[lang].kinds[job.list];
  return encodeSheet(
    { format: format as SheetFormat, headings, columns: USER_COLUMNS[job.list], name, deflate },
    userRows(snapshot, task, counted),
  );
}

async function* userRows(snapshot: Db, { job, scope }: ExportTask, counted: Counted): AsyncGenerator<User[]> {
  if (job.list === 'assessments' || job.list === 'findings') return;
  for await (const batch of counted(walkUsers(snapshot, scope, job.list, job.filter, BATCH))) yield batch.map(userOf);
}

async function* findingRows(
  snapshot: Db,
  { job, scope, viewer }: ExportTask,
  counted: Counted,
): AsyncGenerator<FindingRow[]> {
  if (job.list !== 'findings') return;
  const now = new Date().toISOString();
  // Rows are streamed on the snapshot's one connection, so that nothing else can be read meanwhile.
  await parseStandards(snapshot);
  const batches = walkFindings(snapshot, scope, findingFilterFor(job.filter, now), BATCH);
  for await (const batch of counted(batches)) yield rowsFor(snapshot, viewer, batch, now);
}

type Rates = { chapters: readonly string[]; of(row: AssessmentExportRecord): readonly (number | null)[] };

/** The chapters of all versions of the standard, and a reader of an assessment's rates in their order. */
async function ratesOf(snapshot: Db): Promise<Rates> {
  const byVersion = await chaptersByVersion(snapshot);
  const chapters = [...new Set([...byVersion.values()].flat())].sort(compareSerials);
  return {
    chapters,
    of({ standard_version, chapter_rates }) {
      if (chapter_rates === null) return [];
      const rates = JSON.parse(chapter_rates) as (number | null)[];
      const own = byVersion.get(standard_version);
      if (own === undefined || own.length === chapters.length) return rates;
      return chapters.map((serial) => rates[own.indexOf(serial)] ?? null);
    },
  };
}

async function* assessmentRows(
  snapshot: Db,
  { job, scope, viewer }: ExportTask,
  rates: Rates,
  counted: Counted,
): AsyncGenerator<Iterable<AssessmentExportRow>> {
  if (job.list !== 'assessments') return;
  const named = await stationsAndExperts(snapshot);
  const now = new Date().toISOString();
  const filter = await withExceptions(snapshot, await filterFor(snapshot, viewer, job.filter, now));
  for await (const batch of counted(walkAssessments(snapshot, scope, filter, BATCH))) {
    yield seenRows(viewer, batch, named, rates);
  }
}

/** Yields rows one at a time: a whole batch would live long enough for the garbage collector to copy it. */
function* seenRows(
  viewer: ExportTask['viewer'],
  batch: readonly AssessmentExportRecord[],
  named: ReadonlyMap<string, Named>,
  rates: Rates,
): Generator<AssessmentExportRow> {
  const who = (id: string) => named.get(id) ?? { id, account: '', name: '' };
  for (const record of batch) {
    const row = seenBy(viewer, exportRowOf(record, who, rates.of(record)));
    yield isBlind(viewer, row.status) ? { ...row, conclusion: null, chapterRates: [] } : row;
  }
}

async function write(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256');
  let size = 0;
  let written: Promise<void> = Promise.resolve();
  for await (const chunk of chunks) {
    await written;
    // Make the next chunk while this one is written. Not `write`, which may write only a part on a nearly full disk.
    written = file.writeFile(chunk);
    written.catch(() => {});
    hash.update(chunk);
    size += chunk.length;
  }
  await written;
  return { size, digest: hash.digest('base64') };
}

/** Fast rather than small: the file is downloaded once. */
async function* deflate(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const packed = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
  pipeline(Readable.from(content), packed, () => {});
  for await (const chunk of packed) yield chunk as Uint8Array<ArrayBuffer>;
}
