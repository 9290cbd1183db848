import { csv } from '@shp/shared/sheets/write/csv';
import type { RowPrinter } from './print.ts';
import { harmless } from './streams.ts';
import type { Field } from './view.ts';

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

/** As an export writes it: BOM, CRLF, headings, no cell that a spreadsheet would run. */
export function csvPrinter<R>(fields: readonly Field<R>[]): RowPrinter<R> {
  const text = csv({ name: '', columns: fields.map(({ heading, type }) => ({ heading, type, width: 0 })) });
  let number = 0;
  return {
    start: () => text.start,
    rows: (rows) => {
      const lines = rows.map((row) => {
        number += 1;
        return text.row(
          fields.map((field) => field.cell(row)),
          number,
        );
      });
      return lines.join('');
    },
  };
}

/** For `cut` and `awk`: headings, then cells between tabs; a tab or a line's end in a cell becomes a space. */
export function tsvPrinter<R>(fields: readonly Field<R>[]): RowPrinter<R> {
  const line = (cells: readonly string[]) => `${cells.map(harmless).join('\t')}\n`;
  return {
    start: () => line(fields.map(({ heading }) => heading)),
    rows: (rows) => rows.map((row) => line(fields.map((field) => plain(field, row)))).join(''),
  };
}

function plain<R>(field: Field<R>, row: R): string {
  const cell = field.cell(row);
  return cell === null ? '' : typeof cell === 'object' ? cell.join('、') : String(cell);
}
