import type { Headings, SheetFormat } from '../domain/lib/sheetFormats.ts';
import type { Column } from './column.ts';
import { csv } from './write/csv.ts';
import { type Batches, type Bytes, type Layout, type OutCell, rowBytes } from './write/layout.ts';
import { ndjson } from './write/ndjson.ts';
import { writeXlsx } from './write/xlsx.ts';
import type { Deflate } from './write/zip.ts';

export type Sheet<R> = {
  readonly format: SheetFormat;
  readonly headings: Headings;
  readonly columns: readonly Column<R>[];
  /** The name on the workbook's tab. */
  readonly name: string;
  /** Compresses a workbook; by default with the platform's CompressionStream. */
  readonly deflate?: Deflate;
};

/**
 * The bytes of a sheet, row by row in constant memory and only as fast as the consumer reads. Equal rows give equal
 * bytes, however they are batched.
 */
export function encodeSheet<R>(
  { format, deflate, ...sheet }: Sheet<R>,
  rows: AsyncIterable<Iterable<R>> | Iterable<Iterable<R>>,
): AsyncGenerator<Bytes> {
  const { layout, batches } = cellsOf(sheet, rows);
  return encodeCells(format, layout, batches, deflate);
}

/** A sheet whose cells are formatted as they are read. */
export type SheetCells = { readonly layout: Layout; readonly batches: Batches };

/** A sheet of {@link encodeWorkbook}. */
export function cellsOf<R>(
  { headings, columns, name }: Pick<Sheet<R>, 'headings' | 'columns' | 'name'>,
  rows: AsyncIterable<Iterable<R>> | Iterable<Iterable<R>>,
): SheetCells {
  const layout: Layout = {
    name,
    columns: columns.map(({ key, heading, type, width }) => ({
      heading: headings === 'keys' ? key : heading[headings],
      type,
      width,
    })),
  };
  return { layout, batches: cellBatches(columns, headings, rows) };
}

/** The bytes of a workbook of several sheets. */
export function encodeWorkbook(sheets: readonly SheetCells[], deflate?: Deflate): AsyncGenerator<Bytes> {
  return writeXlsx(sheets, deflate);
}

/** The bytes of cells that are already formatted. */
export function encodeCells(
  format: SheetFormat,
  layout: Layout,
  batches: Batches,
  deflate?: Deflate,
): AsyncGenerator<Bytes> {
  switch (format) {
    case 'xlsx':
      return writeXlsx([{ layout, batches }], deflate);
    case 'csv':
      return rowBytes(batches, csv(layout));
    case 'ndjson':
      return rowBytes(batches, ndjson(layout));
  }
}

async function* cellBatches<R>(
  columns: readonly Column<R>[],
  headings: Headings,
  batches: AsyncIterable<Iterable<R>> | Iterable<Iterable<R>>,
): AsyncGenerator<Iterable<OutCell[]>> {
  const cells = columns.map((column) => cellOf(column, headings));
  for await (const batch of batches) yield cellRows(cells, batch);
}

type CellOf<R> = (row: R) => OutCell;

/** Yields one row at a time: a whole batch of cells would live long enough to burden the garbage collector. */
function* cellRows<R>(cells: readonly CellOf<R>[], batch: Iterable<R>): Generator<OutCell[]> {
  for (const row of batch) yield cells.map((cell) => cell(row));
}

function cellOf<R>(column: Column<R>, headings: Headings): CellOf<R> {
  const { type } = column;
  if (headings === 'keys' || type === 'date' || type === 'time' || type === 'number') return (row) => column.value(row);
  return (row) => (column.value(row) === null ? null : column.text(row, headings));
}
