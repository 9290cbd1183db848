import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../schema/schema.ts';
import { type Ref, unindexed } from './scope.ts';

/**
 * By which columns SQLite goes to find rows: the flags that most indexes begin with, the filter, what makes the rows
 * somebody's own (`own`), the order. SQLite does not know how many rows each of them finds; we do.
 */
export type Way = { flags: Ref; filter: Ref; own: Ref; order: Ref };

/** The order is walked until the page is full, which meets a row of the filter every all/total rows. */
export const WALK: Way = { flags: sql.ref, filter: unindexed, own: unindexed, order: sql.ref };
/** All that the filter finds is sorted. */
export const SORT: Way = { flags: sql.ref, filter: sql.ref, own: sql.ref, order: unindexed };
/** All that is somebody's own is sorted: few rows, whatever else is filtered. */
export const OWN: Way = { flags: unindexed, filter: unindexed, own: sql.ref, order: unindexed };
/** PostgreSQL knows by itself, */
export const ANY: Way = { flags: sql.ref, filter: sql.ref, own: sql.ref, order: sql.ref };
/** but plans for any values, and so takes a part of the region, or a status, to be few rows: not where it cannot go by them. */
export const PASS: Way = { flags: sql.ref, filter: hidden, own: hidden, order: sql.ref };
/** The same for what is somebody's own, or has a name: it goes by that. */
export const OWNED: Way = { ...PASS, own: sql.ref };

/** A column by which PostgreSQL cannot find rows. */
function hidden(column: string) {
  return sql`coalesce(${sql.ref(column)}, ${sql.ref(column)})`;
}

/** A way as this database takes it. */
export function wayOf(db: Db, way: Way): Way {
  return dialectOf(db) === 'postgres' ? ANY : way;
}

/** So many of those that a text names are looked for by themselves; where there are more, their orders are gone through. */
export const FEW = 500;

/** The shorter way to `wanted` rows of an order of `all` rows: that one `walk`s, or finds `total` by a `narrow` one. */
export function shorter(found: { wanted: number; total: number; all: number; walk: Way; narrow: Way }): Way {
  const { wanted, total, all, walk, narrow } = found;
  return wanted * all < total * total ? walk : narrow;
}
