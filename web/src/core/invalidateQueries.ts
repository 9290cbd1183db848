import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks again for what is shown of these queries, after what they tell was changed. A first answer that is still on its
 * way tells what was before, and would be taken for the new one: it is no longer waited for.
 */
export async function invalidateQueries(cache: QueryClient, filters: QueryFilters): Promise<void> {
  const first = (query: Query) => query.state.data === undefined && filters.predicate?.(query) !== false;
  await cache.cancelQueries({ ...filters, type: 'active', predicate: first });
  await cache.invalidateQueries(filters);
}
