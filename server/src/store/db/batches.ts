/** Values per statement: few enough for both databases. Equal batch sizes reuse a prepared statement. */
const MOST = 400;

/** Splits a list into batches for one statement each. */
export function* batchesOf<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += MOST) yield list.slice(at, at + MOST);
}
