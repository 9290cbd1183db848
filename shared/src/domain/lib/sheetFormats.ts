import { FILE_TYPES } from '../assessment/files.ts';
import { LANGS, type Lang } from './lang.ts';

/** The formats of sheets, both ways. */
export const SHEET_FORMATS = ['xlsx', 'csv', 'ndjson'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** Those that people open and fill in. */
export const OFFICE_FORMATS = ['xlsx', 'csv'] as const satisfies readonly SheetFormat[];
export type OfficeFormat = (typeof OFFICE_FORMATS)[number];
/** Their endings, as a browser's choice of files takes them. */
export const OFFICE_ENDINGS = OFFICE_FORMATS.map((format) => `.${format}`).join(',');

/** The media types of sheets. */
export const SHEET_TYPES = {
  xlsx: FILE_TYPES.xlsx.type,
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const satisfies Record<SheetFormat, string>;

/** What the first row says, and with it the cells: a language has names and paths, `keys` the wire's own values. */
export const HEADINGS = [...LANGS, 'keys'] as const;
export type Headings = (typeof HEADINGS)[number];

/** The headings of an export that names none: ndjson is for machines, the others are for readers of `lang`. */
export function headingsOf(format: SheetFormat, lang: Lang): Headings {
  return format === 'ndjson' ? 'keys' : lang;
}

/** The format that the name of a file to be written asks for, undefined where it names none. */
export function formatAsked(file: string): SheetFormat | undefined {
  return SHEET_FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`));
}
