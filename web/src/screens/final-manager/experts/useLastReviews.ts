import type { Assessment } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../../core/client.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/** The day of each expert's last concluded review of the assessment's station, by the expert's id. */
export function useLastReviews({ id, station }: Assessment): ReadonlyMap<string, string> {
  const { data = NONE } = useQuery({
    queryKey: ['lastReviews', id],
    queryFn: async ({ signal }) => {
      const filter = { station: station.id, sortby: 'concludedAt', desc: false, size: SIZE_MAX } as const;
      const { items } = await client.call('GET assessment/query', filter, { signal });
      return new Map(
        items.flatMap(({ concludedAt, experts }) =>
          concludedAt === null ? [] : experts.map((expert): [string, string] => [expert.id, dayOf(concludedAt)]),
        ),
      );
    },
  });
  return data;
}
