/** So many values one statement takes: few enough for both databases, and statements of one length are kept. */
const MOST = 400;

/** A list in parts of which each fits into one statement. */
export function* batchesOf<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += MOST) yield list.slice(at, at + MOST);
}
