import { sanitized } from '../../lib/streams.ts';
import { displayWidth, pad, truncateMiddle } from '../../lib/width.ts';

/** Columns between two columns of a table. */
export const GAP = 2;
const LEAST = 4;

/**
 * A small table as lines, headings first. Its widest columns shrink if it is too wide. `right`: columns aligned right;
 * `names`: columns of file names, which keep their endings. `paint` colours a cell of its width.
 */
export function tableLines(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  right: readonly number[] = [],
  names: readonly number[] = [],
  paint: (text: string, row: number, column: number) => string = (text) => text,
): string[] {
  const clean = rows.map((row) => row.map(sanitized));
  const widths = heads.map((head, index) =>
    Math.max(displayWidth(head), ...clean.map((row) => displayWidth(row[index] ?? ''))),
  );
  const fitted = shrink(
    widths,
    widths.map((width) => Math.min(width, LEAST)),
    columns - GAP * (heads.length - 1),
  );
  const line = (cells: readonly string[], at: number | null) =>
    cells
      .map((cell, index) => {
        const width = fitted[index] ?? 0;
        const text = pad(names.includes(index) ? truncateMiddle(cell, width) : cell, width, right.includes(index));
        return at === null ? text : paint(text, at, index);
      })
      .join(' '.repeat(GAP));
  return [line(heads, null), ...clean.map(line)];
}

/** Shrinks the widest columns until all fit, but none below its minimum. */
export function shrink(widths: readonly number[], least: readonly number[], room: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    let widest = -1;
    for (const [index, width] of fitted.entries()) {
      if (width > (least[index] ?? 0) && (widest < 0 || width > (fitted[widest] ?? 0))) widest = index;
    }
    if (widest < 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    over -= 1;
  }
  return fitted;
}
