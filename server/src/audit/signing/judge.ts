import { toHex } from '@shp/shared/trust/bytes';
import { type HistoryKey, isHeadOf, type SignedHead } from '@shp/shared/trust/history';
import type { Db } from '../../store/schema/schema.ts';
import { sm3 } from '../rows.ts';
import { rootOf, type Tree } from '../tree/growth.ts';
import { LeafCache, MissingRows, TreeReader } from '../tree/proofs.ts';

/**
 * What is wrong with the signed history: `cut`: the tree is smaller than a signed head; `changed`: it does not begin
 * with the rows of a signed head, or rows and tree differ; `forged`: a head without a valid signature of a listed key;
 * `keyMissing`: this directory has no key; `keyChanged`: it has another key than the one listed.
 */
export type HistoryFault = 'cut' | 'changed' | 'forged' | 'keyMissing' | 'keyChanged';

/** Whether a tree continues a signed head. Reads a few hundred rows. */
export async function faultOf(
  db: Db,
  tree: Tree,
  signed: SignedHead,
  keys: readonly HistoryKey[],
  leaves = new LeafCache(),
): Promise<Exclude<HistoryFault, 'keyMissing' | 'keyChanged'> | null> {
  const { head, key, signature } = signed;
  const known = keys.find(({ id }) => id === key);
  if (known === undefined || !isHeadOf(sm3, { head, key, signature }, known.publicKey)) return 'forged';
  if (head.size > tree.size) return 'cut';
  const reader = new TreeReader(db, tree.size, leaves);
  try {
    const isSame = toHex(await reader.root(head.size)) === head.root;
    const isWhole = toHex(await reader.root(tree.size)) === toHex(rootOf(tree));
    return isSame && isWhole ? null : 'changed';
  } catch (error) {
    if (error instanceof MissingRows) return 'changed';
    throw error;
  }
}
