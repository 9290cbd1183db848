import type { Lang } from '@shp/shared/domain/lib/lang';
import { type OfficeFormat, SHEET_TYPES } from '@shp/shared/domain/lib/sheetFormats';
import { allItems, type Standard } from '@shp/shared/domain/standard/standard';
import { encodeSheet } from '@shp/shared/sheets/encode';
import { SCORE_COLUMNS } from '@shp/shared/sheets/scores';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { joinChunks } from '../../../files/sheetFile.ts';
import { NOT_SCORED, type ScoreState } from '../../../outbox/senders.ts';

/** The score sheet as a file: every item, scored or not. */
export function encodeScores(
  { standard, states }: { standard: Standard; states: ReadonlyMap<string, ScoreState> },
  format: OfficeFormat,
  lang: Lang,
): Promise<Blob> {
  const rows = allItems(standard).map((item) => ({ item, given: states.get(item.serial) ?? NOT_SCORED }));
  const sheet = { format, headings: lang, columns: SCORE_COLUMNS, name: SHEETS_TEXT[lang].scoreSheet };
  return joinChunks(encodeSheet(sheet, [rows]), SHEET_TYPES[format]);
}
