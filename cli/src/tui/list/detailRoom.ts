import { FRAME_ROWS } from '../widgets/Pane.tsx';

/** Rows for the headings. */
export const HEAD = 1;
/** Columns from which on the detail pane has room beside the list. */
export const DETAIL_FROM = 140;
/** Labels and values need no more; what is left widens the columns of the list. */
const DETAIL_MOST = 60;
/** From these columns on, half of what is left goes to the names of chapters. */
const WIDE_FROM = 160;
export const detailColumns = (columns: number) =>
  Math.min(DETAIL_MOST + Math.max(0, Math.floor((columns - WIDE_FROM) / 2)), Math.floor(columns * 0.4));
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
