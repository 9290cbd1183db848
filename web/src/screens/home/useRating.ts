import { useQuery } from '@tanstack/react-query';
import { client } from '../../core/client.ts';

/** The station's rating that is valid longest, even if it has ended; null without any, undefined while loading. */
export function useRating() {
  const { data } = useQuery({
    queryKey: ['rating'],
    queryFn: ({ signal }) =>
      client.call(
        'GET assessment/query',
        { status: ['passed'], sortby: 'validUntil', desc: true, size: 1 },
        { signal },
      ),
  });
  return data && (data.items[0] ?? null);
}
