import { concatBytes, sameBytes } from './bytes.ts';

/** A hash function; the log uses SM3. Where the code runs decides which implementation it gets. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

/** The hash of a leaf (docs/spec/wire.md#signed-history). */
export const leafHash = (hash: Hash, row: Uint8Array): Uint8Array => hash(concatBytes(LEAF, row));

/** The hash of a node over its two subtrees. */
export const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(concatBytes(NODE, left, right));

/** The root of a tree without leaves. */
export const emptyRoot = (hash: Hash): Uint8Array => hash(new Uint8Array());

/** A proof's hashes, from their concatenation; null if it is not a whole number of them. */
export function hashesIn(path: Uint8Array): Uint8Array[] | null {
  if (path.length % HASH_BYTES !== 0) return null;
  return Array.from({ length: path.length / HASH_BYTES }, (_, index) =>
    path.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

type Inclusion = {
  /** The leaf's place, from 0. */
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
};

/** Whether a leaf is in the tree of a root, by the algorithm of RFC 9162, 2.1.3.2. */
export function isIncluded(hash: Hash, { index, size, leaf, path, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let [at, last, node] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      node = nodeHash(hash, sibling, node);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else node = nodeHash(hash, node, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameBytes(node, root);
}

type Consistency = {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
};

/** Whether a later tree begins with all leaves of an earlier one, by the algorithm of RFC 9162, 2.1.4.2. */
export function isConsistent(hash: Hash, { from, to, fromRoot, toRoot, path }: Consistency): boolean {
  if (!isCount(from) || !isCount(to) || from > to) return false;
  if (from === to) return path.length === 0 && sameBytes(fromRoot, toRoot);
  if (from === 0) return path.length === 0 && sameBytes(fromRoot, emptyRoot(hash));
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...path] : path;
  if (first === undefined) return false;
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [old, now] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(hash, sibling, old);
      now = nodeHash(hash, sibling, now);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else now = nodeHash(hash, now, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameBytes(old, fromRoot) && sameBytes(now, toRoot);
}

/** Not by shifts: they have 32 bits. */
const half = (count: number) => Math.floor(count / 2);
const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
/** `count` is at least 1. */
const isPowerOfTwo = (count: number): boolean => count === 1 || (count % 2 === 0 && isPowerOfTwo(count / 2));
