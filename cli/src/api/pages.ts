import { SIZE_MAX } from '@shp/shared/domain/lib/lists';

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

/** Binary search over the pages of a list sorted by key; null if no row has the key. */
export async function rowWith<R>(
  key: string,
  keyOf: (row: R) => string,
  get: (paging: Paging) => Promise<Page<R>>,
): Promise<R | null> {
  let [low, high] = [1, 1];
  while (low <= high) {
    const page = Math.floor((low + high) / 2);
    const { total, items } = await get({ page, size: SIZE_MAX });
    const found = items.find((row) => keyOf(row) === key);
    if (found) return found;
    if (page === 1) high = Math.ceil(total / SIZE_MAX);
    const [first] = items;
    if (first === undefined || key < keyOf(first)) high = page - 1;
    else low = page + 1;
  }
  return null;
}
