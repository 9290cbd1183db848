import type { Lang } from '../domain/lib/lang.ts';
import type { ScoreItem } from '../domain/standard/scoreItems.ts';
import type { StandardItem } from '../domain/standard/standard.ts';
import { type Column, type ColumnType, column, type Value } from './column.ts';
import { SHEETS_TEXT, yesNo } from './sheetTexts.ts';

/** A row of an assessment's score sheet: an item of the standard and its score. */
export type ScoreRow = { item: StandardItem; given: Omit<ScoreItem, 'serial'> };

export type ScoreKey = keyof typeof SHEETS_TEXT.zh.scores;

function scoreColumn(
  key: ScoreKey,
  [type, width]: [ColumnType, number],
  value: (row: ScoreRow) => Value,
  words?: (row: ScoreRow, lang: Lang) => string,
): Column<ScoreRow> {
  const heading = { zh: SHEETS_TEXT.zh.scores[key], en: SHEETS_TEXT.en.scores[key] };
  return column({ key, heading, type, width, value, ...(words ? { words } : {}) });
}

/** The columns of the score sheet (docs/spec/domain.md#sheets), for work without a network. */
export const SCORE_COLUMNS: readonly Column<ScoreRow>[] = [
  scoreColumn('serial', ['code', 10], ({ item }) => item.serial),
  scoreColumn(
    'content',
    ['text', 80],
    ({ item }) => item.content,
    ({ item }, lang) => (lang === 'en' && item.contentEn) || item.content,
  ),
  scoreColumn('points', ['number', 10], ({ item }) => item.score),
  scoreColumn('score', ['number', 10], ({ given }) => given.score),
  scoreColumn(
    'missing',
    ['text', 12],
    ({ given }) => given.missing,
    ({ given }, lang) => yesNo(given.missing, lang),
  ),
  scoreColumn('reason', ['text', 60], ({ given }) => given.reason),
];
