import { createHash } from 'node:crypto';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import type { Standard } from '@shp/shared/domain/standard/standard';
import { encodeSheet, type Headings, STANDARD_COLUMNS, standardRows } from '@shp/shared/sheets/index';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import type { Download } from '../http/download.ts';

/** A standard as a file: its sheet, or JSON that an import accepts. The same standard gives the same bytes. */
export async function standardFile(standard: Standard, format: 'xlsx' | 'json', headings: Headings): Promise<Download> {
  const bytes =
    format === 'json' ? Buffer.from(`${JSON.stringify(standard, null, 1)}\n`) : await sheetOf(standard, headings);
  return {
    bytes,
    name: `standard-${standard.version}.${format}`,
    type: format === 'json' ? 'application/json; charset=utf-8' : FILE_TYPES.xlsx.type,
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('base64'),
  };
}

async function sheetOf(standard: Standard, headings: Headings): Promise<Buffer> {
  const name = SHEETS_TEXT[headings === 'en' ? 'en' : 'zh'].standardSheet;
  const sheet = { format: 'xlsx', headings, columns: STANDARD_COLUMNS, name } as const;
  const chunks: Uint8Array[] = [];
  for await (const chunk of encodeSheet(sheet, [standardRows(standard)])) chunks.push(chunk);
  return Buffer.concat(chunks);
}
