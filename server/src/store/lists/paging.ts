import { type OrderByModifiers, type QueryExecutorProvider, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';

/** A pattern that finds a text anywhere; what LIKE would read as a wildcard stands for itself. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** `column LIKE pattern`, with the escape that {@link anywhere} uses; ASCII letters, and they alone, match in either case. */
export function contains(column: string, text: string) {
  return sql<boolean>`lower(${sql.ref(column)}) LIKE ${anywhere(lowered(text))} ESCAPE '\\'`;
}

/** As `lower` of both databases has it: a letter of full width stays as it is. */
export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function offsetOf({ page, size }: { page: number; size: number }): number {
  return (page - 1) * size;
}

/** The part of an order that a page is; what lies in the second half is reached from the end, `backwards`. */
export function windowOf(
  page: { page: number; size: number },
  total: number,
): { skipped: number; limit: number; backwards: boolean } {
  const skipped = offsetOf(page);
  const limit = Math.min(page.size, total - skipped);
  const after = total - skipped - limit;
  return after < skipped ? { skipped: after, limit, backwards: true } : { skipped, limit, backwards: false };
}

/**
 * How a column is sorted. `no`: it is never empty, or the rows that are sorted are not. `last`: empty ones come last,
 * `first`: they come first, as in an order that is walked from its end. `asIndexed`: as every index has them, which is at
 * the beginning; both databases read such an index backwards too.
 */
export type Empties = 'no' | 'last' | 'first' | 'asIndexed';

/** The direction of an order, with the place of empty columns. */
export function sorted(direction: 'asc' | 'desc', empties: Empties): OrderByModifiers {
  if (empties === 'no') return direction;
  const first = empties === 'asIndexed' ? direction === 'asc' : empties === 'first';
  return (order) => {
    const directed = direction === 'asc' ? order.asc() : order.desc();
    return first ? directed.nullsFirst() : directed.nullsLast();
  };
}

/** Where empty columns come in an order that is read `backwards` or not: last in both directions of the list. */
export function emptiesOf(mayLack: boolean, backwards: boolean): Empties {
  if (!mayLack) return 'no';
  return backwards ? 'first' : 'last';
}

/**
 * Whether no index has an order with its empty columns last: SQLite reads an index in two passes for that, PostgreSQL
 * sorts everything. There a page is taken from two orders that indexes have, of the rows that have the column and of those
 * that lack it.
 */
export function isTwoOrders(db: QueryExecutorProvider, mayLack: boolean, descending: boolean): boolean {
  return mayLack && !descending && dialectOf(db) === 'postgres';
}
