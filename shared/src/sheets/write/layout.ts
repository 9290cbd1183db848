import type { ColumnType } from '../column.ts';

/** The sheet description that every writer needs. */
export type Layout = {
  readonly name: string;
  readonly columns: readonly { readonly heading: string; readonly type: ColumnType; readonly width: number }[];
};

/**
 * A formatted cell: days as `YYYY-MM-DD`, instants in ISO 8601 UTC, numbers as numbers, everything else as display
 * text; lists and flags stay raw if no language is requested.
 */
export type OutCell = string | number | boolean | readonly string[] | null;
export type Batches = AsyncIterable<Iterable<readonly OutCell[]>>;

export type Bytes = Uint8Array<ArrayBuffer>;

/** A format that writes text before, for and after the rows; `number` counts data rows from 1. */
export type RowText = {
  readonly start: string;
  row(cells: readonly OutCell[], number: number): string;
  end?(rows: number): string;
};

const CHUNK = 128 * 1024;
const encoder = new TextEncoder();

/** The bytes of all rows, in chunks with boundaries independent of the batches. */
export async function* rowBytes(batches: Batches, { start, row, end }: RowText): AsyncGenerator<Bytes> {
  let text = start;
  let rows = 0;
  for await (const batch of batches) {
    for (const cells of batch) {
      rows += 1;
      text += row(cells, rows);
      if (text.length < CHUNK) continue;
      yield encoder.encode(text);
      text = '';
    }
  }
  text += end?.(rows) ?? '';
  if (text !== '') yield encoder.encode(text);
}
