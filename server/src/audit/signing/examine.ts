import { toHex } from '@shp/shared/trust/bytes';
import type { AuditNodesTable } from '../../store/schema/audit.ts';
import type { Db } from '../../store/schema/schema.ts';
import { lastAudited } from '../append.ts';
import { walkAudit } from '../read.ts';
import { EMPTY, grown, rootOf } from '../tree/growth.ts';
import { readHeadFile } from './headFile.ts';
import { faultOf, type HistoryFault } from './judge.ts';
import { readKey } from './keyFile.ts';
import { currentKey, listKeys } from './keys.ts';
import { lastHead } from './storedHeads.ts';

export type FoundFault = { readonly fault: HistoryFault | 'backdated'; readonly id: string };

/**
 * What is wrong with the tree, the signed heads and the key, by reading every row. `isShared`: other directories may
 * have the key of this database.
 */
export async function historyFaults(db: Db, data: string, isShared: boolean): Promise<FoundFault[]> {
  const faults = new Map<FoundFault['fault'], string>();
  const { tree } = await lastAudited(db);
  const rebuilt = await rebuild(db, tree.size);
  if (rebuilt.backdated !== null) faults.set('backdated', rebuilt.backdated);
  if (!(await isStored(db, rebuilt)) || toHex(rootOf(rebuilt.tree)) !== toHex(rootOf(tree))) faults.set('changed', '');
  const keys = await listKeys(db);
  for (const signed of [await lastHead(db), await readHeadFile(data)]) {
    const fault = signed === null ? null : await faultOf(db, tree, signed, keys);
    if (fault !== null) faults.set(fault, '');
  }
  const key = await keyFault(db, data, isShared);
  if (key !== null) faults.set(key, '');
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

/** A backup has no key: what was restored to be looked at needs none. */
async function isJustRestored(db: Db): Promise<boolean> {
  const last = await db.selectFrom('audit').select('action').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return last?.action === 'restore';
}

type Rebuilt = { tree: typeof EMPTY; nodes: AuditNodesTable[]; backdated: string | null };

async function rebuild(db: Db, size: number): Promise<Rebuilt> {
  const nodes: AuditNodesTable[] = [];
  let [tree, at, backdated]: [typeof EMPTY, string, string | null] = [EMPTY, '', null];
  for await (const row of walkAudit(db, 0)) {
    if (row.at < at) backdated ??= row.id;
    at = row.at;
    if (tree.size < size) tree = grown(tree, row, row.seq, nodes);
  }
  return { tree, nodes, backdated };
}

/** Whether the stored nodes are those of the rows. */
async function isStored(db: Db, { nodes }: Rebuilt): Promise<boolean> {
  const stored = await db.selectFrom('audit_nodes').selectAll().orderBy('level').orderBy('place').execute();
  const textOf = ({ level, place, hash, seq }: AuditNodesTable) => `${level} ${place} ${hash} ${seq}`;
  const expected = nodes.toSorted((a, b) => a.level - b.level || a.place - b.place);
  return stored.map(textOf).join('\n') === expected.map(textOf).join('\n');
}
