/**
 * Sheets: one definition of the columns of each list, used by list pages, terminal tables, exports, imports and
 * templates.
 *
 * Columns. {@link USER_COLUMNS}, {@link ASSESSMENT_COLUMNS}, {@link assessmentExportColumns}, {@link SCORE_COLUMNS} and
 * {@link STANDARD_COLUMNS} hold {@link Column}s: `value(row)` is raw, `text(row, lang)` is for people, `sortBy` is
 * present if the list call can sort by the column. {@link LOAD_COLUMN}, {@link LINKED_COLUMN} and {@link LINKS_COLUMN}
 * are for lists with that value in their rows.
 *
 * Writing. {@link encodeSheet} turns batches of rows into bytes in constant memory; equal rows give equal bytes.
 * {@link encodeTemplate} makes an empty file to fill in.
 *
 *     for await (const bytes of encodeSheet({ format, headings, columns, name }, batches)) await file.write(bytes);
 *
 * Reading. {@link readTable} returns a file's cells; {@link readUsers}, {@link readScores} and {@link readStandard}
 * validate its rows. An unreadable file gives a {@link FileFault} ({@link faultText}); an invalid row has reasons
 * ({@link reasonLines}).
 *
 *     const table = await readTable(bytes, formatOfName(name) ?? 'csv');
 *     const rows = isFault(table) ? table : readUsers('stations', table, caller);
 *
 * The parsing libraries are loaded when the first file is read: a page that only shows a list, or a command that only
 * prints one, does not load them. To use one part, import its file directly.
 */

export { type Headings, headingsOf, SHEET_FORMATS, type SheetFormat } from '../domain/lib/sheetFormats.ts';
export { ASSESSMENT_COLUMNS, type AssessmentExportRow, assessmentExportColumns } from './assessments.ts';
export type { Column, ColumnType, Heading, Value } from './column.ts';
export { encodeSheet, type Sheet } from './encode.ts';
export { IMPORT_COLUMNS, type ImportColumn } from './importColumns.ts';
export { type FileFault, faultText, isFault } from './read/faults.ts';
export { type RowReason, type RowReasons, reasonLines, rowReasonText } from './read/rowReasons.ts';
export type { Table } from './read/rows.ts';
export { readScores, type ScoreImport } from './read/scores.ts';
export { readStandard, type StandardImport, type StandardSheetFault } from './read/standard.ts';
export { formatOfName, readTable } from './read/table.ts';
export type { Importer, UserImport, UserInput } from './read/user.ts';
export { readUsers } from './read/users.ts';
export { SCORE_COLUMNS, type ScoreRow } from './scores.ts';
export { STANDARD_COLUMNS, type StandardRow, standardRows } from './standard.ts';
export { encodeTemplate } from './template.ts';
export { LINKED_COLUMN, LINKS_COLUMN, LOAD_COLUMN, USER_COLUMNS } from './users.ts';
