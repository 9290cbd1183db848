import { type OrderByModifiers, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';

/** A LIKE pattern that finds a text anywhere, with wildcards escaped. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** `column LIKE pattern` with the escape of {@link anywhere}. Ignores the case of ASCII letters only. */
export function contains(column: string, text: string) {
  return containsIn(sql.ref(column), text);
}

/** As {@link contains}, of an expression. */
export function containsIn(expression: RawBuilder<unknown>, text: string) {
  return sql<boolean>`lower(${expression}) LIKE ${anywhere(lowered(text))} ESCAPE '\\'`;
}

/** Like `lower` in both databases: changes only ASCII letters, not full-width ones. */
export function lowered(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export function offsetOf({ page, size }: { page: number; size: number }): number {
  return (page - 1) * size;
}

/** The position of a page in its order; a page in the second half is read from the end, `backwards`. */
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
 * Position of rows without a value in the sort column. `no`: there are none. `last`, `first`: at that end; `first`
 * serves a walk from the end. `asIndexed`: as in every index, at the beginning; both databases also read an index
 * backwards.
 */
export type Empties = 'no' | 'last' | 'first' | 'asIndexed';

/** The ORDER BY direction with the position of empty values. */
export function sorted(direction: 'asc' | 'desc', empties: Empties): OrderByModifiers {
  if (empties === 'no') return direction;
  const first = empties === 'asIndexed' ? direction === 'asc' : empties === 'first';
  return (order) => {
    const directed = direction === 'asc' ? order.asc() : order.desc();
    return first ? directed.nullsFirst() : directed.nullsLast();
  };
}

/** In a list, rows without a value come last in both directions; so first when read `backwards`. */
export function emptiesOf(mayLack: boolean, backwards: boolean): Empties {
  if (!mayLack) return 'no';
  return backwards ? 'first' : 'last';
}

/**
 * Whether a page must merge two index orders, rows with a value and rows without. No index has empty values last:
 * SQLite then reads an index in two passes, but PostgreSQL would sort everything.
 */
export function isTwoOrders(db: QueryExecutorProvider, mayLack: boolean, descending: boolean): boolean {
  return mayLack && !descending && dialectOf(db) === 'postgres';
}
