import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Column, MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { displayWidth } from '../../lib/width.ts';
import { shrink } from '../widgets/tableLines.ts';

export const GAP = 1;

/** A list column. `least` is its minimum width; by default it depends on the type. */
export type ListColumn<R> = Column<R> & { readonly least?: number };
/** A visible column with its width. */
export type Laid<R> = { readonly column: ListColumn<R>; readonly width: number };

/**
 * Lays out columns: the first one is fixed, the others scroll from `left`. Shows as many as fit at minimum width, then
 * distributes the rest.
 */
export function layOut<R>(columns: readonly ListColumn<R>[], room: number, left: number): Laid<R>[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const taken: ListColumn<R>[] = [];
  let used = 0;
  for (const column of [first, ...others.slice(left)]) {
    const needed = leastWidth(column) + (taken.length > 0 ? GAP : 0);
    if (taken.length > 0 && used + needed > room) break;
    used += needed;
    taken.push(column);
  }
  const gaps = GAP * (taken.length - 1);
  const widths = shrink(
    taken.map(({ type, width }) => (type === 'time' ? MINUTE_WIDTH : width)),
    taken.map(leastWidth),
    room - gaps,
  );
  return taken.map((column, place) => ({ column, width: widths[place] ?? column.width }));
}

/** The minimum width: figures and times in full, most of a code or text. */
function leastWidth<R>({ type, width, least }: ListColumn<R>): number {
  if (least !== undefined) return least;
  switch (type) {
    case 'time':
      return MINUTE_WIDTH;
    case 'date':
      return 10;
    case 'number':
      return Math.min(width, 10);
    case 'code':
      return Math.ceil(width * 0.85);
    default:
      return Math.max(8, Math.ceil(width * 0.75));
  }
}

/** The columns, with those of `brief` first. */
export function ordered<R>(columns: readonly Column<R>[], brief: readonly string[]): ListColumn<R>[] {
  const first = brief.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return [...first, ...columns.filter(({ key }) => !brief.includes(key))];
}

/** A column as wide as its longest name or its heading. */
export function namesWide<R>(column: Column<R>, names: readonly string[], lang: Lang): ListColumn<R> {
  const width = Math.max(...[column.heading[lang], ...names].map((name) => displayWidth(name)));
  return { ...column, width, least: width };
}
