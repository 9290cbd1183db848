import type { Compilable } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Values per statement: few enough for both databases. Equal batch sizes reuse a prepared statement. */
const BATCH_SIZE = 400;

/** Splits a list into batches for one statement each. */
export function* batchesOf<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += BATCH_SIZE) yield list.slice(at, at + BATCH_SIZE);
}

/** Streams a query's rows in batches, for results too large for memory. */
export async function* streamRows<R>(db: Db, query: Compilable<R>, batch: number): AsyncGenerator<R[]> {
  for await (const { rows } of db.getExecutor().stream<R>(query.compile(), batch)) yield rows;
}
