import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateQueries } from '../src/core/invalidateQueries.ts';

/** A page that shows `fact` over a slow connection: a response has the value at the time of its request. */
function page(before?: string) {
  const cache = new QueryClient();
  const asked: (() => void)[] = [];
  let fact = 'old';
  const queryFn = () => {
    const told = fact;
    return new Promise<string>((resolve) => {
      asked.push(() => resolve(told));
    });
  };
  if (before !== undefined) cache.setQueryData(['fact'], before);
  const observer = new QueryObserver(cache, { queryKey: ['fact'], queryFn, staleTime: 0 });
  observer.subscribe(() => {});
  const change = () => {
    fact = 'new';
    return invalidateQueries(cache, { queryKey: ['fact'] });
  };
  return { asked, change, shown: () => observer.getCurrentResult().data };
}

test.each([[undefined], ['read before']])('a late first response does not replace a newer one (%s)', async (before) => {
  const { asked, change, shown } = page(before);
  const renewed = change();
  await expect.poll(() => asked.length).toBe(2);
  asked[0]?.();
  asked[1]?.();
  await renewed;
  expect(shown()).toBe('new');
});

test('an inactive query is fetched when it is used', async () => {
  const cache = new QueryClient();
  cache.setQueryData(['fact'], 'old');
  await invalidateQueries(cache, { queryKey: ['fact'] });
  expect(cache.getQueryState(['fact'])).toMatchObject({ data: 'old', isInvalidated: true, fetchStatus: 'idle' });
});
