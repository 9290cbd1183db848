import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Column, MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { displayWidth } from '../../lib/width.ts';
import { shrink } from '../widgets/tableLines.ts';

export const GAP = 1;

/** A column of a list. `least` is what it needs to say anything; where absent it follows from the type. */
export type ListColumn<R> = Column<R> & { readonly least?: number };
/** The columns that are on the screen, each with its width. */
export type Laid<R> = { readonly column: ListColumn<R>; readonly width: number };

/**
 * Lays out columns in the room there is: the first one stays, the others scroll sideways from `left` on. As many as fit
 * at their least width are shown, and then share the room.
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

/** What a column needs to say anything: figures and times whole, the most of a code or a text. */
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
