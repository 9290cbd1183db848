import { type FileFault, MAX_ROWS } from './faults.ts';
import type { Cell, Table } from './table.ts';

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
