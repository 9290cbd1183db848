import { toHex } from '@shp/shared/trust/bytes';
import { type HistoryKey, headText, isHeadOf, type SignedHead } from '@shp/shared/trust/history';
import type { Db } from '../../store/schema/schema.ts';
import { sm3 } from '../rows.ts';
import { rootOf, type Tree } from '../tree/growth.ts';
import { LeafCache, MissingRows, TreeReader } from '../tree/proofs.ts';

/**
 * Faults of the signed history: `cut`: the tree is smaller than a signed head; `changed`: it does not begin with the
 * rows of a signed head, or rows and tree differ; `forged`: a head without a valid signature of a listed key;
 * `keyMissing`: this directory has no key; `keyChanged`: it has another key than the one listed.
 */
export type HistoryFault = 'cut' | 'changed' | 'forged' | 'keyMissing' | 'keyChanged';

/** The last head found genuine, or signed here, with its key: a signature takes 16 ms to check. */
let genuine = '';

const bytesOf = ({ head, key, signature }: SignedHead, publicKey: string) =>
  [headText(head), key, signature, publicKey].join(' ');

/** Takes a head just signed with a key as genuine. */
export function trustOwn(signed: SignedHead, publicKey: string): void {
  genuine = bytesOf(signed, publicKey);
}

function isGenuine(signed: SignedHead, publicKey: string): boolean {
  if (bytesOf(signed, publicKey) === genuine) return true;
  if (!isHeadOf(sm3, signed, publicKey)) return false;
  trustOwn(signed, publicKey);
  return true;
}

/** Whether a tree continues a signed head. Reads a few hundred rows. */
export async function faultOf(
  db: Db,
  tree: Tree,
  signed: SignedHead,
  keys: readonly HistoryKey[],
  leaves = new LeafCache(),
): Promise<Exclude<HistoryFault, 'keyMissing' | 'keyChanged'> | null> {
  const { head, key } = signed;
  const known = keys.find(({ id }) => id === key);
  if (known === undefined || !isGenuine(signed, known.publicKey)) return 'forged';
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
