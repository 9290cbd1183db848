import { SIZE_MAX } from '@shp/shared/domain/lists';

export type Paging = { page: number; size: number };
export type Page<R> = { total: number; items: readonly R[] };

/** Every row of a list, page by page. */
export async function* allPages<R>(get: (paging: Paging) => Promise<Page<R>>): AsyncGenerator<readonly R[]> {
  for (let page = 1; ; page++) {
    const { total, items } = await get({ page, size: SIZE_MAX });
    yield items;
    if (items.length === 0 || page * SIZE_MAX >= total) return;
  }
}
