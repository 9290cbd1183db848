import type { Lang } from '@shp/shared/domain/lib/lang';
import { listText } from '@shp/shared/sheets/column';
import { harmless } from '../../lib/streams.ts';
import { pad } from '../../lib/width.ts';
import { GAP, type Laid } from './layout.ts';

/**
 * Makes the lines of rows, one string a row: with a box a cell the layout of a frame costs several times as much. A line
 * is kept as long as its row is, for the frames that differ in other rows only.
 */
export function rowTexts<R extends object>(
  laid: readonly Laid<R>[],
  lang: Lang,
  separator: string,
): (row: R) => string {
  const kept = new WeakMap<R, string>();
  const gap = ' '.repeat(GAP);
  return (row) => {
    const known = kept.get(row);
    if (known !== undefined) return known;
    const text = laid
      .map(({ column, width }) =>
        pad(harmless(listText(column, row, lang, separator)), width, column.type === 'number'),
      )
      .join(gap);
    kept.set(row, text);
    return text;
  };
}

/** The line of headings; an arrow tells by what the rows are sorted. */
export function headText<R>(laid: readonly Laid<R>[], lang: Lang, sort: { by: string; desc: boolean } | null): string {
  return laid
    .map(({ column, width }) => {
      const mark = sort !== null && sort.by === column.sortBy ? (sort.desc ? ' v' : ' ^') : '';
      const heading = pad(column.heading[lang], Math.max(0, width - mark.length), false).trimEnd();
      return pad(heading + mark, width, column.type === 'number');
    })
    .join(' '.repeat(GAP));
}
