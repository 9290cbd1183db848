import { unguard } from '../formulaGuard.ts';
import type { FileFault } from './faults.ts';
import type { Table } from './rows.ts';
import { tableOf } from './rows.ts';
import { decodeText } from './text.ts';

/** Reads text with commas, semicolons or tabs as separators. */
export async function readCsv(bytes: Uint8Array<ArrayBuffer>): Promise<Table | FileFault> {
  const text = decodeText(bytes);
  if (typeof text !== 'string') return text;
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync');
  try {
    const records = parse(new TextEncoder().encode(text), {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    return tableOf(records.map((cells, index) => ({ number: index + 1, cells: cells.map(unguard) })));
  } catch (error) {
    if (error instanceof CsvError) return { code: 'quotes', row: Number(error.records) + 1 };
    throw error;
  }
}

/** The separator that occurs most often in one of the first lines, outside quotes; a title line may contain none. */
function delimiterOf(text: string): string {
  const lines = text
    .trimStart()
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 5);
  const count = (separator: string) => Math.max(...lines.map((line) => line.split(separator).length));
  return [',', '\t', ';'].reduce((best, one) => (count(one) > count(best) ? one : best));
}
