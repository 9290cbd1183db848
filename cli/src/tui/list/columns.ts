import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Column } from '@shp/shared/sheets/column';
import { displayWidth } from '../../lib/width.ts';
import type { ListColumn } from './layout.ts';

/** Columns with those first, and in that order, that a list has room for. */
export function ordered<R>(columns: readonly Column<R>[], brief: readonly string[]): ListColumn<R>[] {
  const first = brief.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return [...first, ...columns.filter(({ key }) => !brief.includes(key))];
}

/** A column of names, as wide as the longest of them and as its heading in the reader's language. */
export function namesWide<R>(column: Column<R>, names: readonly string[], lang: Lang): ListColumn<R> {
  const width = Math.max(...[column.heading[lang], ...names].map((name) => displayWidth(name)));
  return { ...column, width, least: width };
}
