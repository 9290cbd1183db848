import type { AuditRow } from '@shp/shared/api/objects';
import { sql } from 'kysely';
import { unindexed } from '../store/lists/scope.ts';
import type { Db } from '../store/schema/schema.ts';
import { digestOf, rowText } from './rows.ts';
import { stationsOfObjects } from './stations.ts';

type Filter = {
  page: number;
  size: number;
  userId?: string | undefined;
  action?: string | undefined;
  /** Id of a user, an assessment or a file; an assessment includes its files. */
  objectId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** A page of the audit, newest first. */
export async function listAudit(db: Db, filter: Filter): Promise<{ total: number; items: AuditRow[] }> {
  const query = filtered(db, filter);
  const total = await countOf(db, filter);
  const rows = await query
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute();
  const stations = await stationsOfObjects(
    db,
    rows.map(({ object_id }) => object_id),
  );
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
    station: stations.get(row.object_id) ?? null,
  }));
  return { total, items };
}

/** `since`: only rows after this one. */
function filtered(db: Db, { userId, action, objectId, from, to }: Filter, since = 0) {
  let query = db.selectFrom('audit');
  if (since) query = query.where('seq', '>', since);
  if (userId) query = query.where('by_id', '=', userId);
  if (action) query = query.where('action', '=', action);
  if (objectId) {
    query = query.where((eb) =>
      eb.or([
        eb('object_id', '=', objectId),
        eb('object_id', 'in', eb.selectFrom('files').select('id').where('assessment_id', '=', objectId)),
      ]),
    );
  }
  if (from) query = query.where(since ? unindexed('seq') : sql.ref('seq'), '>=', edge(db, '>=', 'asc', from));
  if (to) query = query.where('seq', '<=', edge(db, '<=', 'desc', to));
  return query;
}

/**
 * The first or last row of a date range. Times never decrease along the chain, and every index ends with the row order.
 */
function edge(db: Db, comparison: '>=' | '<=', direction: 'asc' | 'desc', time: string) {
  return db
    .selectFrom('audit as edge')
    .select('edge.seq')
    .where('edge.at', comparison, new Date(time).toISOString())
    .orderBy('edge.at', direction)
    .orderBy('edge.seq', direction)
    .limit(1);
}

/** Cached counts by filter, up to a row. They stay valid because the audit is append-only. */
const counted = new WeakMap<Db, Counts>();
type Counts = Map<string, { upTo: number; rows: number }>;
const MAX_COUNTED = 100;

async function countOf(db: Db, filter: Filter): Promise<number> {
  const { userId, action, objectId, from, to } = filter;
  const counts: Counts = counted.get(db) ?? new Map();
  counted.set(db, counts);
  const key = JSON.stringify([userId, action, from, to]);
  // Not cached: a deleted file leaves the assessment's rows. These counts are small.
  const known = objectId ? undefined : counts.get(key);
  const { rows, end } = await filtered(db, filter, known?.upTo)
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('rows'),
      selectFrom('audit as whole')
        .select(({ fn: { max } }) => max('whole.seq').as('end'))
        .as('end'),
    ])
    .executeTakeFirstOrThrow();
  const total = rows + (known?.rows ?? 0);
  if (objectId) return total;
  const [oldest] = counts.keys();
  if (counts.size >= MAX_COUNTED && oldest !== undefined) counts.delete(oldest);
  counts.set(key, { upTo: end ?? 0, rows: total });
  return total;
}

/** Rows of the audit in memory at once: one with many long texts has half a megabyte. */
export const ROWS_PER_READ = 250;

type Verified = { ok: boolean; rows: number; firstBroken: string | null };

/**
 * Walks the whole chain and compares its end with the recorded end; works while rows are added. `firstBroken`: the
 * first row with a wrong digest, the last row if later ones are gone, or the first row beyond the recorded end.
 */
export async function verifyAudit(db: Db): Promise<Verified> {
  let last = { seq: 0, digest: '', id: null as string | null };
  let rows = 0;
  for (let ended = -1; ; ) {
    for await (const row of walkAudit(db, last.seq)) {
      rows++;
      if (digestOf(last.digest, rowText(row)) !== row.digest) return { ok: false, rows, firstBroken: row.id };
      last = row;
    }
    const end = await db.selectFrom('audit_end').selectAll().executeTakeFirst();
    const seq = end?.seq ?? 0;
    // Continue with rows added during the walk. If a second look finds no more rows, they are missing.
    if (seq > last.seq && seq !== ended) {
      ended = seq;
      continue;
    }
    const ok = last.seq === seq && last.digest === end?.digest && rows === end.count;
    const forged = seq < last.seq ? await firstAfter(db, seq) : undefined;
    return { ok, rows, firstBroken: ok ? null : (forged ?? last.id) };
  }
}

/** All rows after one, in order. */
export async function* walkAudit(db: Db, since: number) {
  for (let after = since; ; ) {
    const batch = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(ROWS_PER_READ)
      .execute();
    yield* batch;
    after = batch.at(-1)?.seq ?? after;
    if (batch.length < ROWS_PER_READ) return;
    await new Promise(setImmediate);
  }
}

async function firstAfter(db: Db, seq: number): Promise<string | undefined> {
  const row = await db.selectFrom('audit').select('id').where('seq', '>', seq).orderBy('seq').executeTakeFirst();
  return row?.id;
}
