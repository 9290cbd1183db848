import type { DocumentFile } from '@shp/shared/api/objects';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { UPLOADERS } from '@shp/shared/domain/accounts/uploaders';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { batchesOf } from '../db/batches.ts';
import { offsetOf } from '../lists/paging.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { type FileRow, fileOf } from './files.ts';

/** The wire form of a document. */
export function documentOf(row: FileRow): DocumentFile {
  return { ...fileOf(row), roles: row.roles === '' ? [] : (row.roles.split(',') as UserRole[]) };
}

/** Whether a role may read a document: the document names this role or none. Roles that upload documents read all. */
function readableBy(eb: ExpressionBuilder<Schema, 'files'>, role: UserRole): Expression<SqlBool> {
  if ((UPLOADERS.document as readonly string[]).includes(role)) return sql<SqlBool>`1 = 1`;
  return eb.or([
    eb('files.roles', '=', ''),
    sql<SqlBool>`',' || ${eb.ref('files.roles')} || ',' like ${`%,${role},%`}`,
  ]);
}

function documents(db: Db, role: UserRole) {
  return db
    .selectFrom('files')
    .where('kind', '=', 'document')
    .where((eb) => readableBy(eb, role));
}

/** One page of the documents that a role may read, newest first unless `desc` is false. */
export async function listDocuments(
  db: Db,
  role: UserRole,
  filter: { page: number; size: number; desc?: boolean | undefined },
): Promise<{ total: number; rows: FileRow[] }> {
  const direction = filter.desc === false ? 'asc' : 'desc';
  const { total } = await documents(db, role)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await documents(db, role)
    .selectAll()
    .orderBy('uploaded_at', direction)
    .orderBy('id', direction)
    .limit(filter.size)
    .offset(offsetOf(filter))
    .execute();
  return { total, rows };
}

/** A document that a role may read. */
export async function findDocument(db: Db, role: UserRole, id: string): Promise<FileRow | undefined> {
  return documents(db, role).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Replaces the roles of a document; an empty list means every role. */
export async function setDocumentRoles(db: Db, row: FileRow, roles: readonly UserRole[]): Promise<FileRow> {
  const changed = { ...row, roles: [...new Set(roles)].join(',') };
  await db.updateTable('files').set({ roles: changed.roles }).where('id', '=', row.id).execute();
  return changed;
}

/** The sizes of the given documents that a role may read. */
export async function documentSizes(db: Db, role: UserRole, ids: readonly string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const some of batchesOf(ids)) {
    const rows = await documents(db, role).select(['id', 'size']).where('id', 'in', some).execute();
    for (const { id, size } of rows) sizes.set(id, size);
  }
  return sizes;
}
