import type { FileItem } from '@shp/shared/api/objects';
import { type FileCategory, isFileCategory } from '@shp/shared/domain/files';
import { chapterOf } from '@shp/shared/domain/standard';
import { sql } from 'kysely';
import type { Db, FilesTable } from './schema.ts';

export type FileRow = FilesTable;

/** The wire's form of a kept file. */
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

/** The categories of an assessment that hold a file. */
export async function fileCategoriesPresent(db: Db, assessment: string): Promise<FileCategory[]> {
  const rows = await present(db, assessment).select('category').distinct().where('kind', '=', 'file').execute();
  return rows.flatMap(({ category }) => (category !== null && isFileCategory(category) ? category : []));
}

/** How many pieces of evidence each item has. */
export async function evidenceCounts(db: Db, assessment: string): Promise<Map<string, number>> {
  const rows = await present(db, assessment)
    .select(['serial', sql<number>`count(*)`.as('count')])
    .where('kind', '=', 'evidence')
    .groupBy('serial')
    .execute();
  return new Map(rows.flatMap(({ serial, count }) => (serial === null ? [] : [[serial, count] as const])));
}

/** The files and evidence that a submission's copy holds, in a fixed order. */
export async function filesForSubmission(db: Db, assessment: string): Promise<FileItem[]> {
  const rows = await present(db, assessment).selectAll().orderBy('uploaded_at').orderBy('id').execute();
  return rows.map(fileOf);
}

/** Uploads of an assessment that still run: what they are for. */
export async function uploadsUnfinished(
  db: Db,
  assessment: string,
  now: string = new Date().toISOString(),
): Promise<({ category: FileCategory } | { serial: string })[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['category', 'serial'])
    .distinct()
    .where('assessment_id', '=', assessment)
    .where('file_id', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.flatMap(({ category, serial }): ({ category: FileCategory } | { serial: string })[] => {
    if (serial !== null) return [{ serial }];
    return category !== null && isFileCategory(category) ? [{ category }] : [];
  });
}

function present(db: Db, assessment: string) {
  return db.selectFrom('files').where('assessment_id', '=', assessment).where('is_deleted', '=', 0);
}
