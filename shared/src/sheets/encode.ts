import type { Column } from './column.ts';
import type { Headings, SheetFormat } from './formats.ts';
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
  /** Packs a workbook; the platform's own where none is given. */
  readonly deflate?: Deflate;
};

/**
 * The bytes of a sheet, row by row in constant memory: nothing is read ahead of the consumer. The same rows give the
 * same bytes, however they are batched.
 */
export function encodeSheet<R>(
  { format, headings, columns, name, deflate }: Sheet<R>,
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
): AsyncGenerator<Bytes> {
  const layout: Layout = {
    name,
    columns: columns.map(({ key, heading, type, width }) => ({
      heading: headings === 'keys' ? key : heading[headings],
      type,
      width,
    })),
  };
  return encodeCells(format, layout, cellBatches(columns, headings, batches), deflate);
}

/** The bytes of cells that are ready to be written. */
export function encodeCells(
  format: SheetFormat,
  layout: Layout,
  batches: Batches,
  deflate?: Deflate,
): AsyncGenerator<Bytes> {
  switch (format) {
    case 'xlsx':
      return writeXlsx(layout, batches, deflate);
    case 'csv':
      return rowBytes(batches, csv(layout));
    case 'ndjson':
      return rowBytes(batches, ndjson(layout));
  }
}

async function* cellBatches<R>(
  columns: readonly Column<R>[],
  headings: Headings,
  batches: AsyncIterable<readonly R[]> | Iterable<readonly R[]>,
): AsyncGenerator<OutCell[][]> {
  for await (const batch of batches) {
    yield batch.map((row) => columns.map((column) => outCell(column, row, headings)));
  }
}

function outCell<R>(column: Column<R>, row: R, headings: Headings): OutCell {
  const raw = column.value(row);
  if (headings === 'keys' || raw === null || column.type === 'date' || column.type === 'time') return raw;
  return column.type === 'number' ? raw : column.text(row, headings);
}
