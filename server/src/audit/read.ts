import type { AuditRow } from '@shp/shared/api/objects';
import type { SelectQueryBuilder } from 'kysely';
import type { Db, Schema } from '../store/schema.ts';
import { AUDIT_END, digestOf } from './append.ts';

type Filter = {
  page: number;
  size: number;
  userId?: string | undefined;
  action?: string | undefined;
  /** A user's, an assessment's or a file's id; with an assessment come its files. */
  objectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A page of the audit, newest first. */
export async function listAudit(db: Db, filter: Filter): Promise<{ total: number; items: AuditRow[] }> {
  let query = db.selectFrom('audit');
  if (filter.userId) query = query.where('by_id', '=', filter.userId);
  if (filter.action) query = query.where('action', '=', filter.action);
  if (filter.objectId) {
    const { objectId } = filter;
    query = query.where((eb) =>
      eb.or([
        eb('object_id', '=', objectId),
        eb('object_id', 'in', eb.selectFrom('files').select('id').where('assessment_id', '=', objectId)),
      ]),
    );
  }
  if (filter.from) query = query.where('at', '>=', new Date(filter.from).toISOString());
  if (filter.to) query = query.where('at', '<=', new Date(filter.to).toISOString());
  const isWhole = !filter.userId && !filter.action && !filter.objectId && !filter.from && !filter.to;
  const total = isWhole ? await countWhole(db) : await countOf(query);
  const rows = await query
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at,
    by:
      row.by_id === null || row.by_role === null ? null : { id: row.by_id, name: row.by_name ?? '', role: row.by_role },
    action: row.action,
    object: { kind: row.object_kind, id: row.object_id, name: row.object_name },
    address: row.address,
    changes: JSON.parse(row.changes) as AuditRow['changes'],
    digest: row.digest,
  }));
  return { total, items };
}

/** How many rows there are up to one of them: that stays, for rows are only added. */
const counted = new WeakMap<Db, { upTo: number; rows: number }>();

async function countWhole(db: Db): Promise<number> {
  const known = counted.get(db) ?? { upTo: 0, rows: 0 };
  const { added, last } = await db
    .selectFrom('audit')
    .select(({ fn }) => [fn.countAll<number>().as('added'), fn.max('seq').as('last')])
    .where('seq', '>', known.upTo)
    .executeTakeFirstOrThrow();
  const now = { upTo: last ?? known.upTo, rows: known.rows + added };
  counted.set(db, now);
  return now.rows;
}

async function countOf(query: SelectQueryBuilder<Schema, 'audit', object>): Promise<number> {
  return (await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
}

const BATCH = 2000;

/**
 * Walks the whole chain; `firstBroken` is the first row whose digest does not follow from the one before it, or the last
 * one where rows after it are gone.
 */
export async function verifyAudit(db: Db): Promise<{ ok: boolean; rows: number; firstBroken: string | null }> {
  const end = await db.selectFrom('counters').select('value').where('name', '=', AUDIT_END).executeTakeFirst();
  let previous = '';
  let after = 0;
  let rows = 0;
  let last: string | null = null;
  for (;;) {
    const batch = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of batch) {
      rows++;
      if (digestOf(previous, row) !== row.digest) return { ok: false, rows, firstBroken: row.id };
      previous = row.digest;
      after = row.seq;
      last = row.id;
    }
    if (batch.length < BATCH) {
      const whole = after >= (end?.value ?? 0);
      return { ok: whole, rows, firstBroken: whole ? null : last };
    }
    await new Promise(setImmediate);
  }
}
