import type { Compilable } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Streams a query's rows in batches, for results too large for memory. */
export async function* walk<R>(db: Db, query: Compilable<R>, batch: number): AsyncGenerator<R[]> {
  for await (const { rows } of db.getExecutor().stream<R>(query.compile(), batch)) yield rows;
}
