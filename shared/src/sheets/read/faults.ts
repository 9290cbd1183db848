import type { Lang } from '../../domain/lib/lang.ts';
import type { SheetsText } from '../../text/en/sheets.ts';
import type { Heading } from '../column.ts';

/** Why a file cannot be read at all; {@link faultText} renders it. */
export type FileFault =
  | { readonly code: 'empty' | 'notXlsx' | 'notText' | 'oldExcel' | 'encrypted' | 'damaged' | 'encoding' }
  | { readonly code: 'quotes'; readonly row: number }
  | { readonly code: 'tooLarge' | 'unpacksTooLarge'; readonly megabytes: number }
  | { readonly code: 'tooManyRows'; readonly rows: number }
  | { readonly code: 'unknownHeadings'; readonly headings: readonly string[]; readonly allowed: readonly Heading[] }
  | { readonly code: 'duplicateHeadings'; readonly headings: readonly Heading[] }
  | { readonly code: 'missingHeadings'; readonly headings: readonly Heading[]; readonly allowed: readonly Heading[] };

/** The maximum number of rows in a file, without the heading row. */
export const MAX_ROWS = 200_000;
export const MAX_MEGABYTES = 100;
/**
 * The limit on a workbook's unpacked size, which protects the importing user's machine: `MAX_ROWS` stations take about
 * 250 MB.
 */
export const MAX_UNPACKED_MEGABYTES = 400;

/** Whether reading the file failed. */
export function isFault(result: object): result is FileFault {
  return 'code' in result;
}

/** A fault as text for the user. */
export function faultText(fault: FileFault, text: SheetsText, lang: Lang): string {
  const names = (headings: readonly Heading[]) => headings.map((one) => one[lang]).join(text.list);
  switch (fault.code) {
    case 'quotes':
      return text.faults.quotes(fault.row);
    case 'tooLarge':
    case 'unpacksTooLarge':
      return text.faults[fault.code](fault.megabytes);
    case 'tooManyRows':
      return text.faults.tooManyRows(fault.rows);
    case 'unknownHeadings':
      return text.faults.unknownHeadings(fault.headings.join(text.list), names(fault.allowed));
    case 'duplicateHeadings':
      return text.faults.duplicateHeadings(names(fault.headings));
    case 'missingHeadings':
      return text.faults.missingHeadings(names(fault.headings), names(fault.allowed));
    default:
      return text.faults[fault.code];
  }
}
