import type { Column } from '@shp/shared/sheets/column';
import type { View } from '../../output/view.ts';

/** The columns of a view that a list has room for, and the rest after them; an id is nothing to look at. */
export function listColumns<R>(view: View<R>): { brief: readonly string[]; columns: readonly Column<R>[] } {
  const brief = (view.brief ?? []).filter((key) => key !== 'id');
  const first = brief.flatMap((key) => view.columns.find((column) => column.key === key) ?? []);
  return { brief, columns: [...first, ...view.columns.filter(({ key }) => !brief.includes(key))] };
}
