import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { NoticeKind } from '@shp/shared/domain/notices/kinds';
import { type ExpressionBuilder, sql, type Updateable } from 'kysely';
import { jsonText, oneOf } from '../db/dialect.ts';
import { newId } from '../db/ids.ts';
import { containsIn, offsetOf } from '../lists/paging.ts';
import type { NoticesTable } from '../schema/notices.ts';
import type { Db, Schema } from '../schema/schema.ts';

export type NewNotice = Pick<NoticesTable, 'user_id' | 'at' | 'kind' | 'assessment_id' | 'params'> &
  Updateable<Pick<NoticesTable, 'read_at'>>;
export type StoredNotice = Pick<NoticesTable, 'id' | 'seq' | 'user_id' | 'kind' | 'at'>;

/** Inserts notices in this order, in the transaction of the change. */
export async function insertNotices(db: Db, rows: readonly NewNotice[]): Promise<StoredNotice[]> {
  if (rows.length === 0) return [];
  const { last } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  return db
    .insertInto('notices')
    .values(rows.map((row, index) => ({ read_at: null, ...row, id: newId(), seq: (last ?? 0) + 1 + index })))
    .returning(['id', 'seq', 'user_id', 'kind', 'at'])
    .execute();
}

export type ListedNotice = Pick<NoticesTable, 'id' | 'at' | 'kind' | 'params' | 'read_at'> & {
  assessment: { id: string; status: Status } | null;
};

/** A text that is searched for, and the kinds whose names have it. */
export type NoticeSearch = { readonly text: string; readonly kinds: readonly NoticeKind[] };

/** Whether a notice is of a kind that is searched for, or has the text in its station's name or number. */
function mentions(db: Db, eb: ExpressionBuilder<Schema, 'notices'>, { text, kinds }: NoticeSearch) {
  const has = (key: 'station' | 'number' | 'no') => containsIn(jsonText(db, 'notices.params', key), text);
  return eb.or([
    ...(kinds.length > 0 ? [eb('notices.kind', 'in', [...kinds])] : []),
    has('station'),
    has('number'),
    has('no'),
  ]);
}

/** One page of an account's notices, newest first. */
export async function listNotices(
  db: Db,
  user: string,
  { unread, search, ...page }: { unread: boolean; search: NoticeSearch | null; page: number; size: number },
): Promise<{ total: number; rows: ListedNotice[] }> {
  let own = db.selectFrom('notices').where('notices.user_id', '=', user);
  if (unread) own = own.where('notices.read_at', 'is', null);
  if (search) own = own.where((eb) => mentions(db, eb, search));
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .leftJoin('assessments', 'assessments.id', 'notices.assessment_id')
    .select(['notices.id', 'notices.at', 'kind', 'params', 'read_at', 'assessment_id', 'assessments.status'])
    .orderBy('notices.seq', 'desc')
    .limit(page.size)
    .offset(offsetOf(page))
    .execute();
  return {
    total,
    rows: rows.map(({ assessment_id: id, status, ...row }) => ({
      ...row,
      assessment: id === null || status === null ? null : { id, status },
    })),
  };
}

/** Marks an account's unread notices as read: these, or all (null). Returns how many stay unread. */
export async function markRead(db: Db, user: string, ids: readonly string[] | null, at: string): Promise<number> {
  await db
    .updateTable('notices')
    .set({ read_at: at })
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .$if(ids !== null, (query) => query.where(oneOf(db, sql.ref('id'), ids ?? [])))
    .execute();
  const { unread } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Those of these accounts that have an unread notice of a kind about an assessment. */
export async function accountsWithUnread(
  db: Db,
  kind: NoticesTable['kind'],
  assessment: string,
  users: readonly string[],
): Promise<Set<string>> {
  if (users.length === 0) return new Set();
  const rows = await db
    .selectFrom('notices')
    .select('user_id')
    .where(oneOf(db, sql.ref('user_id'), users))
    .where('read_at', 'is', null)
    .where('kind', '=', kind)
    .where('assessment_id', '=', assessment)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The accounts of a unit outside the recycle bin. */
export async function accountsOfUnit(db: Db, unit: { role: Role; division: string | null }): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_deleted', '=', 0)
    .where('role', '=', unit.role as NonNullable<Exclude<Role, 'guest'>>)
    .where((eb) => (unit.division === null ? eb('division', 'is', null) : eb('division', '=', unit.division)))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The accounts of these ids outside the recycle bin, in this order. */
export async function presentAccounts(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(oneOf(db, sql.ref('id'), ids))
    .where('is_deleted', '=', 0)
    .execute();
  const present = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => present.has(id));
}

/** The aggregate accounts linked to a station. */
export async function supervisorsOf(db: Db, station: string): Promise<string[]> {
  const rows = await db
    .selectFrom('links')
    .select('supervisor_id')
    .where('station_id', '=', station)
    .orderBy('supervisor_id')
    .execute();
  return rows.map(({ supervisor_id }) => supervisor_id);
}

/** The unit above that takes an assessment's next step, where four eyes refuse the usual one. */
export async function standInUnit(db: Db, assessment: string) {
  const row = await db
    .selectFrom('escalations')
    .select(['to_role', 'to_division'])
    .where('assessment_id', '=', assessment)
    .executeTakeFirst();
  return row ? { role: row.to_role, division: row.to_division === '' ? null : row.to_division } : null;
}

/** Deletes everything about an account's notices, before the account itself is deleted for good. */
export async function removeNoticesOf(db: Db, user: string): Promise<void> {
  for (const table of ['deliveries', 'delivery_lanes', 'notice_preferences', 'notices'] as const)
    await db.deleteFrom(table).where('user_id', '=', user).execute();
}

/** Deletes notices older than this with nothing left to send. */
export async function sweepNotices(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('at', '<', before)
    .where('id', 'not in', (eb) => eb.selectFrom('deliveries').select('notice_id'))
    .execute();
}
