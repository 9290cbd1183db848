import type { Lang } from '@shp/shared/domain/lib/lang';
import { FRAME_ROWS } from '../widgets/Pane.tsx';

/** Rows for the headings. */
export const HEAD = 1;
/** Columns from which on the detail pane has room beside the list. */
export const DETAIL_FROM = 140;
/** The names of chapters beside their figures need no more, all but the longest; what is left is the list's. */
const DETAIL_MOST: Record<Lang, number> = { zh: 58, en: 64 };
export const detailColumns = (columns: number, lang: Lang) => Math.min(DETAIL_MOST[lang], Math.floor(columns * 0.4));
/** Rows that the list keeps above a detail pane. */
const ROWS_ABOVE = 18;
/** A detail pane below has no room on narrower terminals, and in fewer rows than these or its own. */
const BELOW_FROM = { columns: 100, rows: 9 };

/** Rows of the detail pane below a list, with its frame; 0 if it has no room. */
export function rowsBelow(columns: number, height: number, needed: number): number {
  const rows = Math.min(needed, height - 2 * FRAME_ROWS - HEAD - ROWS_ABOVE);
  const fits = columns >= BELOW_FROM.columns && rows > 0 && rows >= Math.min(needed, BELOW_FROM.rows);
  return fits ? rows + FRAME_ROWS : 0;
}
