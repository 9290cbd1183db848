import { createHash } from 'node:crypto';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { newId } from '../store/db/ids.ts';
import type { AuditTable, Db } from '../store/schema/schema.ts';

export type Changes = Record<string, [before: unknown, after: unknown]>;
export type AuditEntry = {
  object: { kind: string; id: string; name: string };
  changes?: Changes;
  /** A call before login (such as the login itself) names the account that it concerns. */
  by?: { id: string; name: string; role: Role };
};
/** Who acts, where and when. */
export type Act = { at: string; action: string; address: string; by: { id: string; name: string; role: Role } | null };

/** The last audit row differs from the recorded end of the chain: rows were added or removed outside the program. */
export class AuditBroken extends Error {
  override readonly name = 'AuditBroken';
  readonly code = 'SHP_AUDIT';
  constructor() {
    super('the audit does not end with the row that was written last: nothing is added to it');
  }
}

type Row = Omit<AuditTable, 'seq'>;

/**
 * Appends a row to the audit chain, within the caller's transaction. `previous` is the digest of the last row. Returns
 * the new row's digest.
 */
export async function appendAudit(db: Db, act: Act, entry: AuditEntry, previous: string): Promise<string> {
  const by = entry.by ?? act.by;
  const row: Omit<Row, 'digest'> = {
    id: newId(Date.parse(act.at)),
    at: act.at,
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
    by_role: by?.role ?? null,
    action: act.action,
    object_kind: entry.object.kind,
    object_id: entry.object.id,
    object_name: entry.object.name,
    address: act.address,
    changes: JSON.stringify(entry.changes ?? {}),
  };
  const digest = digestOf(previous, row);
  const { seq } = await db
    .insertInto('audit')
    .values({ ...row, digest })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('audit_end')
    .set(({ eb }) => ({ count: eb('count', '+', 1), seq, digest }))
    .execute();
  return digest;
}

/** Time and digest of the last audit row, and whether it matches the recorded end of the chain. */
export async function lastAudited(db: Db): Promise<{ at: string | null; digest: string; isEnd: boolean }> {
  const last = await db
    .selectFrom('audit_end')
    .leftJoin('audit', (join) =>
      join.on('audit.seq', '=', (eb) => eb.selectFrom('audit as all').select(({ fn }) => fn.max('all.seq').as('seq'))),
    )
    .select(['audit.at', 'audit.seq', 'audit.digest', 'audit_end.seq as end_seq', 'audit_end.digest as end_digest'])
    .executeTakeFirst();
  const { at = null, seq, digest } = last ?? {};
  return { at, digest: digest ?? '', isEnd: (seq ?? 0) === last?.end_seq && (digest ?? '') === last.end_digest };
}

/** SM3 over the previous digest and the row's fields in a fixed order. */
export function digestOf(previous: string, row: Omit<Row, 'digest'>): string {
  const fields = [
    row.id,
    row.at,
    row.by_id,
    row.by_name,
    row.by_role,
    row.action,
    row.object_kind,
    row.object_id,
    row.object_name,
    row.address,
    row.changes,
  ];
  return createHash('sm3')
    .update(JSON.stringify([previous, ...fields]))
    .digest('hex');
}

/** The fields in which two objects differ, before and after; one level of nesting, by dotted name. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>, prefix = ''): Changes {
  const changes: Changes = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [a, b] = [before[key] ?? null, after[key] ?? null];
    if (isPlain(a) && isPlain(b) && prefix === '') Object.assign(changes, changesBetween(a, b, `${key}.`));
    else if (JSON.stringify(a) !== JSON.stringify(b)) changes[prefix + key] = [a, b];
  }
  return changes;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
