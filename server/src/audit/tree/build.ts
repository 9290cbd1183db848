import { disableIdleTimeout } from '../../store/db/dialect.ts';
import { withRetries } from '../../store/db/faults.ts';
import type { AuditNodesTable } from '../../store/schema/audit.ts';
import type { Db } from '../../store/schema/schema.ts';
import { ROWS_PER_READ } from '../read.ts';
import { leafOf, rowText } from '../rows.ts';
import { STEP, storedTree, storeNodes, treeOf, withLeaf } from './growth.ts';

/** Rows per transaction; an interrupted start repeats at most these. */
const BATCH = 5000;

/**
 * Adds missing rows to the tree: all rows of an older version's audit, or of the demo. Each batch is a transaction, so
 * an interrupted start resumes where it stopped. `verifyAudit` reports missing rows.
 */
export async function buildTree(write: Db, watch: (done: number, total: number) => void): Promise<void> {
  for (;;) {
    const added = await withRetries(() => write.transaction().execute((db) => addBatch(db, watch)));
    if (added === 0) return;
    await new Promise(setImmediate);
  }
}

async function addBatch(db: Db, watch: (done: number, total: number) => void): Promise<number> {
  const end = await db.selectFrom('audit_end').selectAll().executeTakeFirst();
  if (!end || end.treed >= end.count) return 0;
  await disableIdleTimeout(db);
  let tree = treeOf(end);
  let last = await lastInTree(db, tree.size);
  const nodes: AuditNodesTable[] = [];
  while (tree.size < end.treed + BATCH) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', last)
      .where('seq', '<=', end.seq)
      .orderBy('seq')
      .limit(ROWS_PER_READ)
      .execute();
    for (const row of rows) tree = withLeaf(tree, leafOf(rowText(row)), row.seq, nodes);
    last = rows.at(-1)?.seq ?? end.seq;
    if (rows.length < ROWS_PER_READ) break;
  }
  await storeNodes(db, nodes);
  await db.updateTable('audit_end').set(storedTree(tree)).execute();
  watch(tree.size, end.count);
  return tree.size - end.treed;
}

/** The number of the last row in a tree of this size. */
async function lastInTree(db: Db, size: number): Promise<number> {
  const [tiles, rest] = [Math.floor(size / 2 ** STEP), size % 2 ** STEP];
  const node =
    tiles === 0
      ? undefined
      : await db
          .selectFrom('audit_nodes')
          .select('seq')
          .where('level', '=', STEP)
          .where('place', '=', tiles - 1)
          .executeTakeFirst();
  const after = node?.seq ?? 0;
  if (rest === 0) return after;
  const last = await db
    .selectFrom('audit')
    .select('seq')
    .where('seq', '>', after)
    .orderBy('seq')
    .offset(rest - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.seq ?? after;
}
