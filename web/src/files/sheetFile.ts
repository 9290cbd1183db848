import { SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import { encodeCells } from '@shp/shared/sheets/encode';

/** A CSV file of texts, written as all sheets are: with a BOM, and so that no cell runs in a spreadsheet. */
export async function csvFile(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = headings.map((heading) => ({ heading, type: 'text', width: 20 }) as const);
  async function* batches() {
    yield rows;
  }
  return gather(encodeCells('csv', { name: '', columns }, batches()), SHEET_TYPES.csv);
}

/** All pieces of a sheet as one file. */
export async function gather(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) parts.push(piece);
  return new Blob(parts, { type });
}
