import type { Lang } from '@shp/shared/domain/lib/lang';
import { checkStandard } from '@shp/shared/domain/standard/checkStandard';
import type { Standard } from '@shp/shared/domain/standard/standard';
import { faultText, isFault, readStandard, readTable, rowReasonText } from '@shp/shared/sheets/index';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { reasonText } from '@shp/shared/text/reasons';
import { HttpError, type LocalizedText } from '../httpError.ts';

type Fault = { readonly path: string; readonly serial: string | null; readonly message: LocalizedText };

/** Limit for an unpacked workbook; a standard is below 1 MB. */
const MAX_UNPACKED_MEGABYTES = 50;

/** Faults to report: more than anyone reads. A file that is no standard can have one per byte. */
const MAX_FAULTS = 500;

/**
 * The standard in a request body. Reports every fault at its place: the path in JSON, row and column in a sheet, and
 * the serial if there is one. @throws HttpError `invalid`
 */
export async function importedStandard(
  { sheet, ...object }: { sheet?: Uint8Array<ArrayBuffer> | undefined; [key: string]: unknown },
  lang: Lang,
): Promise<Standard> {
  if (sheet) return fromSheet(sheet, lang);
  const check = checkStandard(object);
  if (check.ok) return check.standard;
  throw refusal(
    check.faults.map(({ path, serial, reason }) => ({ path, serial, message: (text) => reasonText(reason, text) })),
  );
}

async function fromSheet(bytes: Uint8Array<ArrayBuffer>, lang: Lang): Promise<Standard> {
  const table = await readTable(bytes, 'xlsx', MAX_UNPACKED_MEGABYTES);
  const result = isFault(table) ? table : readStandard(table);
  if (isFault(result)) {
    const message = () => faultText(result, SHEETS_TEXT[lang], lang);
    throw new HttpError('invalid', { fields: { sheet: message } });
  }
  if (result.ok) return result.standard;
  throw refusal(
    result.faults.map(({ row, key, serial, reason }) => ({
      path: `rows.${row}.${key}`,
      serial,
      message: () => rowReasonText(key, reason, lang),
    })),
  );
}

function refusal(faults: readonly Fault[]): HttpError {
  const fields: Record<string, LocalizedText> = Object.create(null);
  for (const { path, serial, message } of faults.slice(0, MAX_FAULTS)) {
    fields[path || 'body'] ??= serial === null ? message : (...texts) => `${serial}: ${message(...texts)}`;
  }
  return new HttpError('invalid', { fields });
}
