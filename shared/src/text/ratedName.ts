import type { Level } from '../domain/assessment/statuses.ts';
import type { Rated } from '../domain/lib/lists.ts';

/** The name of a filter by rating, in the console and in the terminal. */
export function ratedName(
  { levels, filters }: { levels: Record<Level, string>; filters: { unrated: string; rated: string } },
  rated: Rated,
): string {
  if (rated === 'any') return filters.rated;
  return rated === 'none' ? filters.unrated : levels[Number(rated) as Level];
}
