import type { Lang } from '@shp/shared/domain/lib/lang';
import { headingsOf, type SheetFormat } from '@shp/shared/domain/lib/sheetFormats';
import { SCORE_COLUMNS } from '@shp/shared/sheets/scores';
import type { Board } from './board.ts';

/** The score sheet of a board, to fill in offline. */
export async function* scoreSheet({ rows }: Board, format: SheetFormat, lang: Lang): AsyncGenerator<Buffer> {
  const [{ encodeSheet }, { SHEETS_TEXT }] = await Promise.all([
    import('@shp/shared/sheets/encode'),
    import('@shp/shared/sheets/sheetTexts'),
  ]);
  const name = SHEETS_TEXT[lang].scoreSheet;
  const sheet = { format, headings: headingsOf(format, lang), columns: SCORE_COLUMNS, name };
  for await (const chunk of encodeSheet(sheet, [rows])) yield Buffer.from(chunk);
}
