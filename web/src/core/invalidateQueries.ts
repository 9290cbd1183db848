import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Refetches the shown queries that match, after a change. Cancels first loads in flight: their response may be older
 * than the change and would count as fresh.
 */
export async function invalidateQueries(cache: QueryClient, filters: QueryFilters): Promise<void> {
  const first = (query: Query) => query.state.data === undefined && filters.predicate?.(query) !== false;
  await cache.cancelQueries({ ...filters, type: 'active', predicate: first });
  await cache.invalidateQueries(filters);
}
