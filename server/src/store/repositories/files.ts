import type { FileItem } from '@shp/shared/api/objects';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { type FileCategory, isFileCategory } from '@shp/shared/domain/assessment/files';
import { HOUR } from '@shp/shared/domain/lib/days';
import { chapterOf } from '@shp/shared/domain/standard/standard';
import { sql } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import { currentTime } from '../db/dialect.ts';
import { assessmentsIn, findingsIn } from '../lists/scope.ts';
import type { Db, FilesTable } from '../schema/schema.ts';

export type FileRow = FilesTable;
export type FileKind = 'file' | 'evidence';

/** The wire form of a stored file. */
export function fileOf(row: FileRow): FileItem {
  return {
    id: row.id,
    title: row.title,
    extension: row.extension,
    ...(row.category === null ? {} : { category: row.category }),
    ...(row.serial === null ? {} : { s1: chapterOf(row.serial), serial: row.serial }),
    size: row.size,
    sha256: row.sha256,
    uploadedAt: row.uploaded_at,
    by: { id: row.by_id, name: row.by_name },
  };
}

/** The display name of a file: title and extension. */
export function fullName({ title, extension }: Pick<FileRow, 'title' | 'extension'>): string {
  return `${title}.${extension}`;
}

/** Inserts the row of a file after its bytes are stored. */
export async function insertFile(db: Db, row: FileRow): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

/** A file or piece of evidence in the scope, including deleted ones that a submission's copy refers to. */
export async function findFile(db: Db, scope: Scope, kind: FileKind, id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .innerJoin('assessments', 'assessments.id', 'files.assessment_id')
    .selectAll('files')
    .where('files.id', '=', id)
    .where('files.kind', '=', kind)
    .where('assessments.is_deleted', '=', 0)
    .where((eb) => assessmentsIn(eb as never, scope))
    .executeTakeFirst();
}

/** The evidence of a finding in the scope. */
export async function findFindingFile(db: Db, scope: Scope, id: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .innerJoin('findings', 'findings.id', 'files.finding_id')
    .selectAll('files')
    .where('files.id', '=', id)
    .where('files.kind', '=', 'finding')
    .where((eb) => findingsIn(eb as never, scope))
    .executeTakeFirst();
}

/** The evidence of a finding, oldest first. */
export async function listEvidenceOf(db: Db, finding: string): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('finding_id', '=', finding)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute();
}

/** Bytes of the evidence of all findings of a station. */
export async function findingBytes(db: Db, station: string): Promise<number> {
  const { sum } = await db
    .selectFrom('files')
    .innerJoin('findings', 'findings.id', 'files.finding_id')
    .select(sql<number>`coalesce(sum(files.size), 0)`.as('sum'))
    .where('findings.station_id', '=', station)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

/** The files or the evidence of an assessment, newest first. */
export async function listFiles(db: Db, assessment: string, kind: FileKind): Promise<FileRow[]> {
  return present(db, assessment)
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Bytes of an assessment's files and evidence; `all` includes those that only copies of submissions refer to. */
export async function bytesOf(db: Db, assessment: string): Promise<{ present: number; all: number }> {
  const { present, all } = await db
    .selectFrom('files')
    .select([
      sql<number>`coalesce(sum(case when is_deleted = 0 then size else 0 end), 0)`.as('present'),
      sql<number>`coalesce(sum(size), 0)`.as('all'),
    ])
    .where('assessment_id', '=', assessment)
    .executeTakeFirstOrThrow();
  return { present: Number(present), all: Number(all) };
}

/**
 * Removes a file from its assessment. If a submission's copy refers to it, its row and bytes stay. Returns whether to
 * delete the bytes after the transaction.
 */
export async function dropFile(db: Db, row: FileRow): Promise<boolean> {
  const named = await db
    .selectFrom('submissions')
    .select('no')
    .where('assessment_id', '=', row.assessment_id ?? '')
    .where('files', 'like', `%"${row.id}"%`)
    .limit(1)
    .executeTakeFirst();
  if (named) await db.updateTable('files').set({ is_deleted: 1 }).where('id', '=', row.id).execute();
  else await db.deleteFrom('files').where('id', '=', row.id).execute();
  return named === undefined;
}

/** The sizes of the given files and evidence that are in the scope. */
export async function sizesOf(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const some of batchesOf(ids)) {
    const rows = await db
      .selectFrom('files')
      .innerJoin('assessments', 'assessments.id', 'files.assessment_id')
      .select(['files.id', 'files.size'])
      .where('files.id', 'in', some)
      .where('assessments.is_deleted', '=', 0)
      .where((eb) => assessmentsIn(eb as never, scope))
      .execute();
    const ofFindings = await db
      .selectFrom('files')
      .innerJoin('findings', 'findings.id', 'files.finding_id')
      .select(['files.id', 'files.size'])
      .where('files.id', 'in', some)
      .where((eb) => findingsIn(eb as never, scope))
      .execute();
    for (const { id, size } of [...rows, ...ofFindings]) sizes.set(id, size);
  }
  return sizes;
}

/** The categories of an assessment that have a file. */
export async function fileCategoriesPresent(db: Db, assessment: string): Promise<FileCategory[]> {
  const rows = await present(db, assessment).select('category').distinct().where('kind', '=', 'file').execute();
  return rows.flatMap(({ category }) => (category !== null && isFileCategory(category) ? category : []));
}

const BATCH_SIZE = 1000;

/** Every file and document with its expected size and digest. */
export async function* walkStoredFiles(db: Db): AsyncGenerator<Pick<FileRow, 'id' | 'size' | 'sha256'>> {
  for (let after = ''; ; ) {
    const page = db.selectFrom('files').select(['id', 'size', 'sha256']).where('id', '>', after);
    const rows = await page.orderBy('id').limit(BATCH_SIZE).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Bytes of all stored files. */
export async function storedBytes(db: Db): Promise<number> {
  const sum = sql<number>`coalesce(sum(size), 0)`.as('sum');
  return (await db.selectFrom('files').select(sum).executeTakeFirstOrThrow()).sum;
}

/** Whether the file has a row. */
export async function fileExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The number of pieces of evidence of each item. */
export async function evidenceCounts(db: Db, assessment: string): Promise<Map<string, number>> {
  const rows = await present(db, assessment)
    .select(['serial', sql<number>`count(*)`.as('count')])
    .where('kind', '=', 'evidence')
    .groupBy('serial')
    .execute();
  return new Map(rows.flatMap(({ serial, count }) => (serial === null ? [] : [[serial, count] as const])));
}

/** The files and evidence for a submission's copy, in a fixed order. */
export async function filesForSubmission(db: Db, assessment: string): Promise<FileItem[]> {
  const rows = await present(db, assessment).selectAll().orderBy('uploaded_at').orderBy('id').execute();
  return rows.map(fileOf);
}

/** After this time without progress, an upload no longer prevents a submission. */
const ABANDONED_MS = HOUR;

/** The targets of an assessment's running uploads. */
export async function uploadsUnfinished(
  db: Db,
  assessment: string,
): Promise<({ category: FileCategory } | { serial: string })[]> {
  const now = Date.parse(await currentTime(db));
  const rows = await db
    .selectFrom('uploads')
    .select(['category', 'serial'])
    .distinct()
    .where('assessment_id', '=', assessment)
    .where('finished', '=', 0)
    .where('touched_at', '>', new Date(now - ABANDONED_MS).toISOString())
    .execute();
  return rows.flatMap(({ category, serial }): ({ category: FileCategory } | { serial: string })[] => {
    if (serial !== null) return [{ serial }];
    return category !== null && isFileCategory(category) ? [{ category }] : [];
  });
}

function present(db: Db, assessment: string) {
  return db.selectFrom('files').where('assessment_id', '=', assessment).where('is_deleted', '=', 0);
}
