import { type OrderByModifiers, sql } from 'kysely';

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

/** An order in which what is absent comes before everything else, where a column may lack it. */
export function sorted(direction: 'asc' | 'desc', mayLack: boolean): OrderByModifiers {
  if (!mayLack) return direction;
  return (order) => (direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast());
}
