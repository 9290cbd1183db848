import { type FileFault, MAX_ROWS } from './faults.ts';

/** A cell of a file, with the formula guard removed. */
export type Cell = string | number | boolean | Date | null;

/**
 * The rows of a file that are not blank. `number` is where the user finds the row: the spreadsheet row or the ndjson
 * line. `object` is null if the line holds no JSON object.
 */
export type Table =
  | { readonly headings: readonly string[]; readonly rows: readonly { number: number; cells: readonly Cell[] }[] }
  | { readonly headings: null; readonly rows: readonly { number: number; object: Record<string, unknown> | null }[] };

type Row = { number: number; cells: readonly Cell[] };

/** The first row that is not blank is the headings; the other rows that are not blank are the data. */
export async function tableOf(all: AsyncIterable<Row> | Iterable<Row>): Promise<Table | FileFault> {
  let headings: string[] | undefined;
  const rows: Row[] = [];
  for await (const row of all) {
    if (row.cells.every(isBlank)) continue;
    if (!headings) headings = row.cells.map((cell) => (cell === null ? '' : String(cell).trim()));
    else if (rows.length === MAX_ROWS) return { code: 'tooManyRows', rows: MAX_ROWS };
    else rows.push(row);
  }
  return headings ? { headings, rows } : { code: 'empty' };
}

/** Whether a cell is empty. */
export function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
