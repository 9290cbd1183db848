import type { Lang } from '@shp/shared/domain/lib/lang';
import { listText } from '@shp/shared/sheets/column';
import { sanitized } from '../../lib/streams.ts';
import { displayWidth, pad } from '../../lib/width.ts';
import type { Look } from '../look/look.ts';
import { fallsIn, GAP, type LaidOutColumn, type ListColumn } from './layout.ts';
import type { Sort } from './sort.ts';

/**
 * Formats rows as one string each: a box per cell would make a frame several times as slow. Caches a line per row for
 * frames that differ elsewhere.
 */
export function rowTexts<R extends object>(
  laid: readonly LaidOutColumn<R>[],
  lang: Lang,
  separator: string,
  look: Look,
): (row: R) => string {
  const cache = new WeakMap<R, string>();
  const gap = ' '.repeat(GAP);
  return (row) => {
    const known = cache.get(row);
    if (known !== undefined) return known;
    const text = laid
      .map(({ column, width }) => {
        const whole = listText(column, row, lang, separator);
        const cell = sanitized(displayWidth(whole) > width ? (column.narrow?.(row, width) ?? whole) : whole);
        if (column.mark === undefined) {
          const padded = pad(cell, width, column.type === 'number');
          const colour = column.colour?.(row) ?? null;
          return colour === null ? padded : look.paint(colour, padded);
        }
        const dot = cell === '' ? ' ' : look.mark(column.mark(row));
        return `${dot} ${pad(cell, width - 2, false)}`;
      })
      .join(gap);
    cache.set(row, text);
    return text;
  };
}

/** The arrow of the sort column, which says whether its values fall; '' of another one. */
export function sortMark<R>(column: ListColumn<R>, sort: Sort | null): string {
  const falls = fallsIn(column, sort);
  return falls === null ? '' : falls ? ' ▼' : ' ▲';
}

/** The headings; an arrow marks the sort column. */
export function headText<R>(laid: readonly LaidOutColumn<R>[], lang: Lang, sort: Sort | null): string {
  return laid
    .map(({ column, width }) => {
      const mark = sortMark(column, sort);
      const room = Math.max(0, width - mark.length);
      const { short, heading: whole } = column;
      const name = short !== undefined && displayWidth(whole[lang]) > room ? short : whole[lang];
      const heading = pad(name, room, false).trimEnd();
      return pad(heading + mark, width, column.type === 'number');
    })
    .join(' '.repeat(GAP));
}
