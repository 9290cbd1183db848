import { type FileFault, MAX_ROWS } from './faults.ts';

/** A cell as a file has it, the formula guard undone. */
export type Cell = string | number | boolean | Date | null;

/**
 * A file's rows that are not blank. `number` is where a person finds the row: a spreadsheet's row, or the line of
 * ndjson. An object is null where the line holds none.
 */
export type Table =
  | { readonly headings: readonly string[]; readonly rows: readonly { number: number; cells: readonly Cell[] }[] }
  | { readonly headings: null; readonly rows: readonly { number: number; object: Record<string, unknown> | null }[] };

type Row = { number: number; cells: readonly Cell[] };

/** The first row that is not blank as headings, the others that are not blank as rows. */
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

/** Whether nothing stands in a cell. */
export function isBlank(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
