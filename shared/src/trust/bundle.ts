import { fromBase64, fromHex, toHex, utf8 } from './bytes.ts';
import { type Head, headText, keyId } from './history.ts';
import { type Hash, hashesIn, isIncluded, leafHash } from './merkle.ts';
import { isSignedBy } from './sm2.ts';

/** All that proves a conclusion without a server (docs/spec/wire.md#conclusion-bundles). */
export type Bundle = {
  readonly format: 'shp-conclusion-1';
  /** The canonical JSON of what is printed. */
  readonly text: string;
  /** Of `text`, and of the head: DER, Base64. */
  readonly signature: string;
  readonly publicKey: string;
  /** The audit row that names the digest of `text`, its place from 1, and the way from it to the head's root. */
  readonly row: string;
  readonly seq: number;
  readonly path: string;
  readonly head: Head;
  readonly headSignature: string;
};

export const BUNDLE_FORMAT = 'shp-conclusion-1';

/** What is wrong with a bundle, the first of these that applies. */
export type BundleFault = 'format' | 'signature' | 'head' | 'row' | 'proof';

/** The part of a print that a bundle's reader shows. */
export type Shown = { readonly [key: string]: unknown };

export type BundleVerdict =
  | { readonly ok: false; readonly fault: BundleFault }
  | { readonly ok: true; readonly print: Shown; readonly digest: string; readonly key: string };

/** Checks a bundle against itself. Whether its key is the authority's is for the caller to judge. */
export function checkBundle(hash: Hash, bundle: unknown): BundleVerdict {
  if (!isBundle(bundle)) return { ok: false, fault: 'format' };
  const { text, publicKey, signature, head, headSignature, row, seq, path } = bundle;
  if (!isSignedBy(hash, publicKey, text, signature)) return { ok: false, fault: 'signature' };
  if (!isSignedBy(hash, publicKey, headText(head), headSignature)) return { ok: false, fault: 'head' };
  const digest = toHex(hash(utf8(text)));
  if (digestNamedBy(row) !== digest) return { ok: false, fault: 'row' };
  const [root, bytes] = [fromHex(head.root), fromBase64(path)];
  const hashes = bytes && hashesIn(bytes);
  const proves =
    root !== null &&
    hashes !== null &&
    isIncluded(hash, { index: seq - 1, size: head.size, leaf: leafHash(hash, utf8(row)), path: hashes, root });
  if (!proves) return { ok: false, fault: 'proof' };
  return { ok: true, print: JSON.parse(text) as Shown, digest, key: keyId(hash, publicKey) };
}

/** The kind of object and the place of the changes in an audit row's canonical form. */
const [KIND, CHANGES] = [6, 10];
export const CONCLUSION_KIND = 'conclusion';

function digestNamedBy(row: string): unknown {
  try {
    const fields = JSON.parse(row) as unknown[];
    if (fields[KIND] !== CONCLUSION_KIND) return null;
    return (JSON.parse(String(fields[CHANGES])) as { sm3?: unknown[] }).sm3?.[1];
  } catch {
    return null;
  }
}

const TEXTS = ['text', 'signature', 'publicKey', 'row', 'path', 'headSignature'] as const;

function isBundle(value: unknown): value is Bundle {
  if (typeof value !== 'object' || value === null) return false;
  const { format, seq, head, ...rest } = value as { [K in keyof Bundle]?: unknown };
  const { size, root, at } = (head ?? {}) as { [K in keyof Head]?: unknown };
  return (
    format === BUNDLE_FORMAT &&
    typeof seq === 'number' &&
    typeof size === 'number' &&
    typeof root === 'string' &&
    typeof at === 'string' &&
    TEXTS.every((key) => typeof rest[key] === 'string') &&
    isObject(rest.text as string)
  );
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
