import type { Output } from '@shp/shared/api/index';
import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../core/client.ts';

export type Expert = Output<'GET user/experts'>['items'][number];

/** Every expert with the current load, least loaded first: few enough to search in the page. */
export const everyExpert = queryOptions({
  queryKey: ['everyExpert'],
  queryFn: async ({ signal }): Promise<Expert[]> => {
    const found = new Map<string, Expert>();
    for (let page = 1; ; page += 1) {
      const input = { page, size: SIZE_MAX, sortBy: 'load', desc: false } as const;
      const { items, total } = await client.call('GET user/experts', input, { signal });
      for (const expert of items) found.set(expert.id, expert);
      if (page * SIZE_MAX >= total) return [...found.values()];
    }
  },
});
