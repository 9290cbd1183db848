import type { Lang } from '@shp/shared/domain/lib/lang';
import { plainText } from '@shp/shared/sheets/column';
import { csv } from '@shp/shared/sheets/write/csv';
import type { ListHeadings } from '../lib/formats.ts';
import { sanitized } from '../lib/streams.ts';
import type { Field } from './columns.ts';

/** Formats rows batch by batch. */
export type RowPrinter<R> = {
  start?(): string;
  rows(rows: readonly R[]): string;
  end?(): string;
};

/** Byte order mark: spreadsheets then read the csv as UTF-8. */
const BOM = '\uFEFF';

/** One object per line. */
export function ndjsonPrinter<R>(chosen: (row: R) => unknown): RowPrinter<R> {
  return { rows: (rows) => rows.map((row) => `${JSON.stringify(chosen(row))}\n`).join('') };
}

/** One array, one object per line. */
export function jsonPrinter<R>(chosen: (row: R) => unknown): RowPrinter<R> {
  let any = false;
  return {
    rows: (rows) => {
      const text = rows
        .map((row, index) => `${any || index > 0 ? ',\n' : '[\n'}${JSON.stringify(chosen(row))}`)
        .join('');
      any ||= rows.length > 0;
      return text;
    },
    end: () => (any ? '\n]\n' : '[]\n'),
  };
}

/** Like an export: BOM, CRLF, no formulas. */
export function csvPrinter<R>(fields: readonly Field<R>[], headings: ListHeadings): RowPrinter<R> {
  const { lang, heading } = headed<R>(headings);
  const columns = fields.map((field) => ({ heading: heading(field), type: 'text' as const, width: 0 }));
  const text = csv({ name: '', columns });
  let number = 0;
  return {
    start: () => (headings === 'none' ? BOM : text.start),
    rows: (rows) => {
      const lines = rows.map((row) => {
        number += 1;
        return text.row(
          fields.map((field) => field.cell(row, lang)),
          number,
        );
      });
      return lines.join('');
    },
  };
}

/** For `cut` and `awk`: tab-separated; tabs and line ends in cells become spaces. */
export function tsvPrinter<R>(fields: readonly Field<R>[], headings: ListHeadings): RowPrinter<R> {
  const { lang, heading } = headed<R>(headings);
  const line = (cells: readonly string[]) => `${cells.map(sanitized).join('\t')}\n`;
  return {
    start: () => (headings === 'none' ? '' : line(fields.map(heading))),
    rows: (rows) => rows.map((row) => line(fields.map((field) => plainText(field.cell(row, lang))))).join(''),
  };
}

/** The language of the cells (null: raw values) and the headings. */
function headed<R>(headings: ListHeadings): { lang: Lang | null; heading(field: Field<R>): string } {
  if (headings === 'keys' || headings === 'none') return { lang: null, heading: ({ name }) => name };
  return { lang: headings, heading: (field) => field.headingIn(headings) };
}
