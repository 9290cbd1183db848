import type { Status } from '@shp/shared/domain/assessment/statuses';
import { OPEN, STATUSES } from '@shp/shared/domain/assessment/statuses';
import type { Page, Paging } from '../../api/pages.ts';

type Get<R> = (status: readonly Status[], paging: Paging) => Promise<Page<R>>;
type Composed<R> = { readonly parts: readonly (readonly R[])[]; readonly rows: readonly R[] };

/**
 * Pages of a list by the time in a stage: open reviews first, then the ended ones, which have no days. Unchanged pages
 * are the same array again, as the list expects it of any answer.
 */
export function endedLast<R>() {
  const known = new Map<number, Composed<R>>();
  return async (get: Get<R>, asked: readonly Status[], paging: Paging): Promise<Page<R>> => {
    const statuses = asked.length > 0 ? asked : STATUSES;
    const open = statuses.filter((status) => OPEN.includes(status));
    const ended = statuses.filter((status) => !OPEN.includes(status));
    if (open.length === 0 || ended.length === 0) return get(asked, paging);
    const { page, size } = paging;
    const first = await get(open, paging);
    // The ended reviews begin within a page: one page of the list has rows of two of theirs.
    const from = (page - 1) * size - first.total;
    const at = Math.max(0, Math.floor(from / size)) + 1;
    const second = await get(ended, { page: at, size });
    const goesOn = from > 0 && from % size > 0 && at * size < second.total;
    const parts = [first.items, second.items];
    if (goesOn) parts.push((await get(ended, { page: at + 1, size })).items);
    const total = first.total + second.total;
    const before = known.get(page);
    if (before && parts.every((part, index) => part === before.parts[index])) return { total, items: before.rows };
    const skipped = Math.max(0, from - (at - 1) * size);
    const rest = parts
      .slice(1)
      .flat()
      .slice(skipped, skipped + size - first.items.length);
    const rows = [...first.items, ...rest];
    known.set(page, { parts, rows });
    return { total, items: rows };
  };
}
