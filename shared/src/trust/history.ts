import { canonicalJson } from '../domain/lib/canonicalJson.ts';
import { sm3 } from '../domain/lib/sm3.ts';
import { fromBase64, fromHex, toHex } from './bytes.ts';
import { type Hash, hashesIn, isConsistent } from './merkle.ts';
import { isSignedBy } from './sm2.ts';

/** The state of the audit's tree after some number of rows. */
export type Head = { readonly size: number; readonly root: string; readonly at: string };
/** A head with its signature (DER, Base64); `key` is the key's id. */
export type SignedHead = { readonly head: Head; readonly key: string; readonly signature: string };
/** A public key that signs heads and conclusions; the key before it has signed for it, unless it is the first or that was lost. */
export type HistoryKey = {
  readonly id: string;
  readonly publicKey: string;
  readonly since: string;
  readonly until: string | null;
  readonly endorsement: { readonly by: string; readonly signature: string } | null;
};

/**
 * How the audit may differ from its tree and signed heads: it ends before a head, does not begin with a head's rows or
 * has another tree than its rows, has a head without a valid signature, or a row older than the one before.
 */
export const TREE_FAULTS = ['cut', 'changed', 'forged', 'backdated'] as const;
export type TreeFault = (typeof TREE_FAULTS)[number];

/** SM3 in plain JavaScript, for everywhere. */
export const plainSm3: Hash = (bytes) => fromHex(sm3(bytes)) ?? new Uint8Array();

/** The text that a head's signature signs (docs/spec/wire.md#signed-history). */
export const headText = ({ at, root, size }: Head): string => canonicalJson({ at, root, size });

/** The text that a key's predecessor signs. */
export const endorsementText = ({ publicKey, since }: Pick<HistoryKey, 'publicKey' | 'since'>): string =>
  canonicalJson({ publicKey, since });

const ID_DIGITS = 32;

/** A key's id: the first half of the SM3 of its DER form; '' if that is malformed. */
export function keyId(hash: Hash, publicKey: string): string {
  const der = fromBase64(publicKey);
  return der === null ? '' : toHex(hash(der)).slice(0, ID_DIGITS);
}

/** Whether a head carries the signature of a public key. */
export function isHeadOf(hash: Hash, { head, signature }: SignedHead, publicKey: string): boolean {
  return isSignedBy(hash, publicKey, headText(head), signature);
}

/** Whether a later head's tree begins with all rows of an earlier one's; `path` is a consistency proof in Base64. */
export function continues(hash: Hash, earlier: Head, later: Head, path: string): boolean {
  const [fromRoot, toRoot, bytes] = [fromHex(earlier.root), fromHex(later.root), fromBase64(path)];
  const hashes = bytes && hashesIn(bytes);
  if (fromRoot === null || toRoot === null || hashes === null) return false;
  return isConsistent(hash, { from: earlier.size, to: later.size, fromRoot, toRoot, path: hashes });
}

/**
 * Whether the keys lead from a known key to another one, each signed for by its predecessor: an exchange of the key
 * that its owner did not make has no such chain.
 */
export function isKeyChain(hash: Hash, keys: readonly HistoryKey[], known: string, to: string): boolean {
  let id = to;
  for (let steps = 0; steps <= keys.length; steps++) {
    if (id === known) return true;
    const key = keys.find((one) => one.id === id);
    const before = keys.find((one) => one.id === key?.endorsement?.by);
    if (!key?.endorsement || !before || keyId(hash, key.publicKey) !== id) return false;
    if (keyId(hash, before.publicKey) !== before.id) return false;
    if (!isSignedBy(hash, before.publicKey, endorsementText(key), key.endorsement.signature)) return false;
    id = before.id;
  }
  return false;
}
