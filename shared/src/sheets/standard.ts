import type { Lang } from '../domain/lib/lang.ts';
import type { Standard } from '../domain/standard/standard.ts';
import { type Column, type ColumnType, column, type Value } from './column.ts';
import { SHEETS_TEXT, yesNo } from './sheetTexts.ts';

export type StandardKey = keyof typeof SHEETS_TEXT.zh.standard;

/**
 * A row of a standard's sheet: the standard itself (only this row has a version; its note is in the content column), a
 * chapter, an element or an item. The depth of the serial tells them apart.
 */
export type StandardRow = Partial<Record<StandardKey, Value | undefined>>;

/** The rows of a standard, each parent before its children. */
export function standardRows({ sections, full, note, noteEn, ...own }: Standard): StandardRow[] {
  return [
    { ...own, content: note, contentEn: noteEn, score: full },
    ...sections.flatMap(({ children, ...chapter }) => [
      chapter,
      ...children.flatMap(({ items, ...element }) => [element, ...items]),
    ]),
  ];
}

function standardColumn(
  key: StandardKey,
  type: ColumnType,
  width: number,
  words?: (row: StandardRow, lang: Lang) => string,
): Column<StandardRow> {
  const heading = { zh: SHEETS_TEXT.zh.standard[key], en: SHEETS_TEXT.en.standard[key] };
  return column({ key, heading, type, width, value: (row) => row[key], ...(words ? { words } : {}) });
}

/** The columns that `standard/export` writes and `standard/import` reads. */
export const STANDARD_COLUMNS: readonly Column<StandardRow>[] = [
  standardColumn('version', 'code', 16),
  standardColumn('serial', 'code', 10),
  standardColumn('title', 'text', 30),
  standardColumn('titleEn', 'text', 30),
  standardColumn('content', 'text', 60),
  standardColumn('contentEn', 'text', 60),
  standardColumn('method', 'text', 60),
  standardColumn('methodEn', 'text', 60),
  standardColumn('score', 'number', 10),
  standardColumn('mayBeMissing', 'text', 12, ({ mayBeMissing }, lang) =>
    typeof mayBeMissing === 'boolean' ? yesNo(mayBeMissing, lang) : '',
  ),
];
