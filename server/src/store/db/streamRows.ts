import type { Compilable } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** The rows of a query as the database gives them out, so many at a time; for what is too long to be held at once. */
export async function* walk<R>(db: Db, query: Compilable<R>, batch: number): AsyncGenerator<R[]> {
  for await (const { rows } of db.getExecutor().stream<R>(query.compile(), batch)) yield rows;
}
