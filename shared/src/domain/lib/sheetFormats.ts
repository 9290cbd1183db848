import { FILE_TYPES } from '../assessment/files.ts';
import { LANGS, type Lang } from './lang.ts';

/** The formats of exported and imported sheets. */
export const SHEET_FORMATS = ['xlsx', 'csv', 'ndjson'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** The formats that people edit in a spreadsheet. */
export const OFFICE_FORMATS = ['xlsx', 'csv'] as const satisfies readonly SheetFormat[];
export type OfficeFormat = (typeof OFFICE_FORMATS)[number];
/** The extensions for the `accept` attribute of a file input. */
export const OFFICE_ENDINGS = OFFICE_FORMATS.map((format) => `.${format}`).join(',');

/** The media types of sheets. */
export const SHEET_TYPES = {
  xlsx: FILE_TYPES.xlsx.type,
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<SheetFormat, string>;

/** The form of the first row and the cells: `zh` and `en` give display names and paths, `keys` the API's values. */
export const HEADINGS = [...LANGS, 'keys'] as const;
export type Headings = (typeof HEADINGS)[number];

/** The default headings of an export: keys for ndjson, which programs read, otherwise `lang`. */
export function headingsOf(format: SheetFormat, lang: Lang): Headings {
  return format === 'ndjson' ? 'keys' : lang;
}

/** The format that an output file's extension selects; undefined if it selects none. */
export function formatAsked(file: string): SheetFormat | undefined {
  return SHEET_FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`));
}
