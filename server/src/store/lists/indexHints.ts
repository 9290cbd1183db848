import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../schema/schema.ts';
import { type Ref, unindexed } from './scope.ts';

/**
 * Index hints: through which columns SQLite may use an index. `flags` lead most indexes; `own` are the columns of a
 * personal scope. SQLite does not know how many rows match; the counters do.
 */
export type IndexHint = { flags: Ref; filter: Ref; own: Ref; order: Ref };

/** Walk the index in list order until the page is full, at a match every all/total rows. */
export const WALK_LIST_ORDER: IndexHint = { flags: sql.ref, filter: unindexed, own: unindexed, order: sql.ref };
/** Find the rows by the filter, then sort them. */
export const SORT_MATCHES: IndexHint = { flags: sql.ref, filter: sql.ref, own: sql.ref, order: unindexed };
/** Find the few rows of a personal scope, then sort them. */
export const SORT_OWN_ROWS: IndexHint = { flags: unindexed, filter: unindexed, own: sql.ref, order: unindexed };
/** Find each row by its id, from another table. */
export const BY_OTHER_TABLE: IndexHint = { flags: unindexed, filter: unindexed, own: unindexed, order: unindexed };
/** PostgreSQL chooses by itself. */
export const NO_HINT: IndexHint = { flags: sql.ref, filter: sql.ref, own: sql.ref, order: sql.ref };
/** Hide the filter columns from PostgreSQL: its generic plan takes a division or a status for few rows. */
export const PG_WALK_LIST_ORDER: IndexHint = {
  flags: sql.ref,
  filter: unindexedOnPostgres,
  own: unindexedOnPostgres,
  order: sql.ref,
};
/** PostgreSQL finds the rows of a personal scope or of few stations, then sorts them. */
export const PG_SORT_OWN_ROWS: IndexHint = {
  flags: sql.ref,
  filter: unindexedOnPostgres,
  own: sql.ref,
  order: unindexedOnPostgres,
};

/** A column without index use in PostgreSQL. */
function unindexedOnPostgres(column: string) {
  return sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`;
}

/** The index hint for this database. */
export function hintFor(db: Db, hint: IndexHint): IndexHint {
  return dialectOf(db) === 'postgres' ? NO_HINT : hint;
}

/** Up to this many matches of a text are looked up by id; above it, walk the list order. */
export const MAX_MATCHES_BY_ID = 500;
