import { toHex } from '@shp/shared/trust/bytes';
import { emptyRoot, HASH_BYTES, nodeHash } from '@shp/shared/trust/merkle';
import type { AuditNodesTable } from '../../store/schema/audit.ts';
import type { Db } from '../../store/schema/schema.ts';
import { sm3 } from '../rows.ts';

/** A tree as its complete subtrees, largest first: enough to add leaves and compute the root. */
export type Tree = { readonly size: number; readonly peaks: readonly Uint8Array[] };

/** Levels between two stored ones: a stored node covers 256 of the stored level below. */
export const STEP = 8;

export const EMPTY: Tree = { size: 0, peaks: [] };

/** Parses the stored form of a tree. */
export function treeOf({ treed, peaks }: { treed: number; peaks: string }): Tree {
  const bytes = Buffer.from(peaks, 'hex');
  const count = Math.floor(bytes.length / HASH_BYTES);
  return {
    size: treed,
    peaks: Array.from({ length: count }, (_, index) => bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)),
  };
}

/** The stored form of a tree. */
export const storedTree = ({ size, peaks }: Tree) => ({ treed: size, peaks: Buffer.concat(peaks).toString('hex') });

/** The root hash. */
export function rootOf({ peaks }: Tree): Uint8Array {
  const [last, ...others] = peaks.toReversed();
  return last === undefined ? emptyRoot(sm3) : others.reduce((right, left) => nodeHash(sm3, left, right), last);
}

/** Adds the leaf of a row with its number; appends the nodes to store to `nodes`. */
export function withLeaf(tree: Tree, leaf: Uint8Array, seq: number, nodes: AuditNodesTable[]): Tree {
  const peaks = [...tree.peaks];
  let node = leaf;
  let place = tree.size;
  for (let level = 1; place % 2 === 1; level++) {
    const left = peaks.pop();
    if (left === undefined) throw new Error('a tree with too few subtrees');
    node = nodeHash(sm3, left, node);
    place = (place - 1) / 2;
    if (level % STEP === 0) nodes.push({ level, place, hash: toHex(node), seq });
  }
  return { size: tree.size + 1, peaks: [...peaks, node] };
}

/** Stores nodes, within the transaction that stores their tree. */
export async function storeNodes(db: Db, nodes: readonly AuditNodesTable[]): Promise<void> {
  if (nodes.length > 0) await db.insertInto('audit_nodes').values(nodes).execute();
}
