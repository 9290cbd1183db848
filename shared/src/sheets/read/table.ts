import { MEGABYTE } from '../../domain/assessment/files.ts';
import type { SheetFormat } from '../../domain/lib/sheetFormats.ts';
import { readCsv } from './csv.ts';
import { type FileFault, MAX_MEGABYTES, MAX_UNPACKED_MEGABYTES } from './faults.ts';
import { readNdjson } from './ndjson.ts';
import type { Table } from './rows.ts';
import { readXlsx } from './xlsx.ts';

/** The format by file extension; null if not readable. An old `.xls` workbook is recognized by its content. */
export function formatOfName(name: string): SheetFormat | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return ENDINGS[ending] ?? null;
}

const ENDINGS: Partial<Record<string, SheetFormat>> = {
  xlsx: 'xlsx',
  xls: 'xlsx',
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
};

/** The rows of a file, or the reason why it is unreadable; never throws. */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  format: SheetFormat,
  maxUnpackedMegabytes = MAX_UNPACKED_MEGABYTES,
): Promise<Table | FileFault> {
  if (bytes.length === 0) return { code: 'empty' };
  if (bytes.length > MAX_MEGABYTES * MEGABYTE) return { code: 'tooLarge', megabytes: MAX_MEGABYTES };
  if (format === 'xlsx') return readXlsx(bytes, maxUnpackedMegabytes);
  return format === 'csv' ? readCsv(bytes) : readNdjson(bytes);
}
