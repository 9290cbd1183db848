import { toHex } from '@shp/shared/trust/bytes';
import type { SignedHead, TreeFault } from '@shp/shared/trust/history';
import type { AuditNodesTable } from '../../store/schema/audit.ts';
import type { Db } from '../../store/schema/schema.ts';
import { lastAudited } from '../append.ts';
import { walkAudit } from '../read.ts';
import { leafOf, rowText } from '../rows.ts';
import { EMPTY, rootOf, withLeaf } from '../tree/growth.ts';
import { readHeadFile } from './headFile.ts';
import { faultOf, type HistoryFault } from './judge.ts';
import { readKey } from './keyFile.ts';
import { currentKey, listKeys } from './keys.ts';
import { lastHead } from './storedHeads.ts';

export type FoundFault = { readonly fault: HistoryFault | TreeFault; readonly id: string };

/**
 * Finds faults in the tree, the signed heads and the key, by reading every row. `isShared`: other directories may have
 * the key of this database.
 */
export async function historyFaults(db: Db, data: string, isShared: boolean): Promise<FoundFault[]> {
  const found = await treeFaults(db, await readHeadFile(data));
  const key = await keyFault(db, data, isShared);
  return key === null ? found : [...found, { fault: key, id: '' }];
}

/**
 * Finds faults in the tree and the signed heads (the database's and `fileHead`), by reading every row. Works while rows are
 * added.
 */
export async function treeFaults(
  db: Db,
  fileHead: SignedHead | null,
): Promise<{ readonly fault: TreeFault; readonly id: string }[]> {
  const faults = new Map<TreeFault, string>();
  // Before the tree, which only grows.
  const heads = [await lastHead(db), fileHead];
  const { tree } = await lastAudited(db);
  const rebuilt = await rebuild(db, tree.size);
  if (rebuilt.backdated !== null) faults.set('backdated', rebuilt.backdated);
  if (!(await isStored(db, rebuilt)) || toHex(rootOf(rebuilt.tree)) !== toHex(rootOf(tree))) faults.set('changed', '');
  const keys = await listKeys(db);
  for (const signed of heads) {
    const fault = signed === null ? null : await faultOf(db, tree, signed, keys);
    if (fault !== null) faults.set(fault, '');
  }
  return [...faults].map(([fault, id]) => ({ fault, id }));
}

async function keyFault(db: Db, data: string, isShared: boolean): Promise<HistoryFault | null> {
  const current = await currentKey(db);
  const found = await readKey(data, current).catch((error: NodeJS.ErrnoException) => {
    if (error.name === 'UnfitKey') return { id: '' };
    throw error;
  });
  if (found !== null) return current !== null && found.id !== current ? 'keyChanged' : null;
  if ((await readHeadFile(data)) !== null) return 'keyMissing';
  const wasSigned = current !== null || (await lastHead(db)) !== null;
  return wasSigned && !isShared && !(await isJustRestored(db)) ? 'keyMissing' : null;
}

/** A backup has no key, and a copy restored for inspection needs none. */
async function isJustRestored(db: Db): Promise<boolean> {
  const last = await db.selectFrom('audit').select('action').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last?.action === 'restore';
}

type Rebuilt = { tree: typeof EMPTY; upTo: number; nodes: AuditNodesTable[]; backdated: string | null };

async function rebuild(db: Db, size: number): Promise<Rebuilt> {
  const nodes: AuditNodesTable[] = [];
  let [tree, at, backdated]: [typeof EMPTY, string, string | null] = [EMPTY, '', null];
  let upTo = 0;
  for await (const row of walkAudit(db, 0)) {
    if (row.at < at) backdated ??= row.id;
    at = row.at;
    if (tree.size === size) continue;
    tree = withLeaf(tree, leafOf(rowText(row)), row.seq, nodes);
    upTo = row.seq;
  }
  return { tree, upTo, nodes, backdated };
}

/** Whether the stored nodes are those of the rows. */
async function isStored(db: Db, { nodes, upTo }: Rebuilt): Promise<boolean> {
  const stored = await db
    .selectFrom('audit_nodes')
    .selectAll()
    .where('seq', '<=', upTo)
    .orderBy('level')
    .orderBy('place')
    .execute();
  const textOf = ({ level, place, hash, seq }: AuditNodesTable) => `${level} ${place} ${hash} ${seq}`;
  const expected = nodes.toSorted((a, b) => a.level - b.level || a.place - b.place);
  return stored.map(textOf).join('\n') === expected.map(textOf).join('\n');
}
