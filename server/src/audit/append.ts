import type { Role } from '@shp/shared/domain/accounts/roles';
import { newId } from '../store/db/ids.ts';
import type { AuditNodesTable } from '../store/schema/audit.ts';
import type { Db } from '../store/schema/schema.ts';
import { type Content, digestOf, leafOf, rowText } from './rows.ts';
import { EMPTY, storedTree, storeNodes, type Tree, treeOf, withLeaf } from './tree/growth.ts';

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

/** The end of the audit: the last digest, and the tree. */
export type AuditEnd = { readonly digest: string; readonly count: number; readonly tree: Tree };

/** Appends a row to the chain and the tree, within the caller's transaction. Returns the new end. */
export async function appendAudit(db: Db, act: Act, entry: AuditEntry, end: AuditEnd): Promise<AuditEnd> {
  const by = entry.by ?? act.by;
  const row: Content = {
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
  const text = rowText(row);
  const digest = digestOf(end.digest, text);
  const { seq } = await db
    .insertInto('audit')
    .values({ ...row, digest })
    .returning('seq')
    .executeTakeFirstOrThrow();
  const count = end.count + 1;
  const nodes: AuditNodesTable[] = [];
  // Rows that an older version wrote come into the tree at the next start, and this one after them.
  const tree = end.tree.size === end.count ? withLeaf(end.tree, leafOf(text), seq, nodes) : end.tree;
  await storeNodes(db, nodes);
  await db
    .updateTable('audit_end')
    .set({ count, seq, digest, ...storedTree(tree) })
    .execute();
  return { digest, count, tree };
}

/** Time of the last audit row, the end of the audit, and whether the two match. */
export async function lastAudited(db: Db): Promise<AuditEnd & { at: string | null; isEnd: boolean }> {
  const last = await db
    .selectFrom('audit_end')
    .leftJoin('audit', (join) =>
      join.on('audit.seq', '=', (eb) => eb.selectFrom('audit as all').select(({ fn }) => fn.max('all.seq').as('seq'))),
    )
    .select(['audit.at', 'audit.seq', 'audit.digest', 'audit_end.seq as end_seq', 'audit_end.digest as end_digest'])
    .select(['count', 'treed', 'peaks'])
    .executeTakeFirst();
  const { at = null, seq, digest } = last ?? {};
  return {
    at,
    digest: digest ?? '',
    count: last?.count ?? 0,
    tree: last ? treeOf(last) : EMPTY,
    isEnd: (seq ?? 0) === last?.end_seq && (digest ?? '') === last.end_digest,
  };
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
