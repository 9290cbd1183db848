import { continues, type Head, type HistoryKey, isHeadOf, isKeyChain, keyId, type SignedHead } from './history.ts';
import type { Hash } from './merkle.ts';

/** What a witness finds wrong with a new head, beside the one that it keeps. */
export type Alarm = 'forged' | 'key' | 'cut' | 'backdated' | 'changed';

/** A head as `GET audit/head` answers it, with the proof that it continues the size that was asked for. */
export type AnsweredHead = SignedHead & { readonly consistency?: string | null | undefined };

/**
 * Judges a new head by an older one that its holder trusts; null if it continues that. Without an older one only the
 * signature can be judged.
 */
export function alarmOf(
  hash: Hash,
  before: SignedHead | null,
  now: AnsweredHead,
  keys: readonly HistoryKey[],
): Alarm | null {
  const key = keys.find(({ id }) => id === now.key);
  if (key === undefined || keyId(hash, key.publicKey) !== now.key) return 'forged';
  if (!isHeadOf(hash, now, key.publicKey)) return 'forged';
  if (before === null) return null;
  if (!isKeyChain(hash, keys, before.key, now.key)) return 'key';
  return breakOf(hash, before.head, now);
}

/** How a new head's tree differs from one that continues an older head; null if it does. */
export function breakOf(hash: Hash, before: Head, now: AnsweredHead): 'cut' | 'backdated' | 'changed' | null {
  if (now.head.size < before.size) return 'cut';
  if (now.head.at < before.at) return 'backdated';
  return continues(hash, before, now.head, now.consistency ?? '?') ? null : 'changed';
}

/** The head in a text of JSON: an answer of `audit/head`, a witness's state, a backup's manifest, a conclusion's bundle. */
export function headIn(text: string): Head | null {
  try {
    for (let value = JSON.parse(text) as unknown; typeof value === 'object' && value !== null; ) {
      const { size, root, at, head } = value as { size?: unknown; root?: unknown; at?: unknown; head?: unknown };
      if (typeof size === 'number' && typeof root === 'string' && typeof at === 'string') return { size, root, at };
      value = head;
    }
    return null;
  } catch {
    return null;
  }
}
