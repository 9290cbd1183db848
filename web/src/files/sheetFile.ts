import { SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import { encodeCells } from '@shp/shared/sheets/encode';

/**
 * A CSV file of text cells, written like all sheets: with a BOM, and without cells that a spreadsheet would execute.
 */
export async function csvFile(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = headings.map((heading) => ({ heading, type: 'text', width: 20 }) as const);
  async function* batches() {
    yield rows;
  }
  return joinChunks(encodeCells('csv', { name: '', columns }, batches()), SHEET_TYPES.csv);
}

/** Joins all chunks of a sheet into one Blob. */
export async function joinChunks(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) parts.push(piece);
  return new Blob(parts, { type });
}
