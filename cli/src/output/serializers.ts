import type { Lang } from '@shp/shared/domain/lib/lang';
import { plainText } from '@shp/shared/sheets/column';
import { csv } from '@shp/shared/sheets/write/csv';
import type { ListHeadings } from '../lib/formats.ts';
import { harmless } from '../lib/streams.ts';
import type { Field } from './columns.ts';

/** Turns rows into text, a batch at a time. */
export type RowPrinter<R> = {
  start?(): string;
  rows(rows: readonly R[]): string;
  end?(): string;
};

/** Tells spreadsheets that a csv is UTF-8. */
const BOM = '\uFEFF';

/** One object a line. */
export function ndjsonPrinter<R>(chosen: (row: R) => unknown): RowPrinter<R> {
  return { rows: (rows) => rows.map((row) => `${JSON.stringify(chosen(row))}\n`).join('') };
}

/** One array, an object a line. */
export function jsonPrinter<R>(chosen: (row: R) => unknown): RowPrinter<R> {
  let any = false;
  return {
    rows: (rows) => {
      const text = rows
        .map((row, place) => `${any || place > 0 ? ',\n' : '[\n'}${JSON.stringify(chosen(row))}`)
        .join('');
      any ||= rows.length > 0;
      return text;
    },
    end: () => (any ? '\n]\n' : '[]\n'),
  };
}

/** As an export writes it: BOM, CRLF, no cell that a spreadsheet would run. */
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

/** For `cut` and `awk`: cells between tabs; a tab or a line's end in a cell becomes a space. */
export function tsvPrinter<R>(fields: readonly Field<R>[], headings: ListHeadings): RowPrinter<R> {
  const { lang, heading } = headed<R>(headings);
  const line = (cells: readonly string[]) => `${cells.map(harmless).join('\t')}\n`;
  return {
    start: () => (headings === 'none' ? '' : line(fields.map(heading))),
    rows: (rows) => rows.map((row) => line(fields.map((field) => plainText(field.cell(row, lang))))).join(''),
  };
}

/** The language of the cells, null for raw values, and what stands above a column. */
function headed<R>(headings: ListHeadings): { lang: Lang | null; heading(field: Field<R>): string } {
  if (headings === 'keys' || headings === 'none') return { lang: null, heading: ({ name }) => name };
  return { lang: headings, heading: (field) => field.headingIn(headings) };
}
