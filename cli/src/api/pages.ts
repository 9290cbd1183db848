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

/** The row with a key in a list that is in the order of its keys, halving what is left with each page; null: none has it. */
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
