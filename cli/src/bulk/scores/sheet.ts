import { type ScoreEntry, type ScoreItem, sameScore } from '@shp/shared/domain/standard/scoreItems';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import { readScores } from '@shp/shared/sheets/read/scores';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import { SCORE_COLUMNS } from '@shp/shared/sheets/scores';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import type { Api } from '../../api/client.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';
import type { Board } from './board.ts';

export type ScoreState = Omit<ScoreItem, 'serial'>;
export type Difference = { readonly serial: string; readonly before: ScoreState; readonly after: ScoreState };
/** A score sheet against a board; with a wrong row, nothing of the sheet is sent. */
export type CheckedSheet = {
  readonly rows: number;
  readonly wrong: readonly { readonly row: number; readonly serial: string; readonly reason: string }[];
  readonly differences: readonly Difference[];
};

/** Reads a score sheet and compares it with the board. @throws Failure or UsageError if the file is no score sheet */
export async function checkScoreSheet(file: string, board: Board, texts: Texts): Promise<CheckedSheet> {
  const { lang, cli } = texts;
  const format = formatOfName(file);
  if (format === null) throw new UsageError(cli.usage.importFormat(file));
  const table = await readTable(new Uint8Array(readUserFile(file)), format);
  const rows = isFault(table) ? table : readScores(table, new Map(board.rows.map(({ item }) => [item.serial, item])));
  if (isFault(rows)) throw new Failure(`${file}: ${faultText(rows, SHEETS_TEXT[lang], lang)}`);
  const wrong = rows
    .filter(({ reasons }) => Object.keys(reasons).length > 0)
    .map(({ rowNumber, item, reasons, found }) => ({
      row: rowNumber,
      serial: item.serial,
      reason: reasonLines(reasons, SCORE_COLUMNS, lang, found).join(texts.common.marks.semicolon),
    }));
  const items = rows.map(({ item }) => item);
  return { rows: rows.length, wrong, differences: wrong.length > 0 ? [] : differencesOf(board, items) };
}

function differencesOf(board: Board, items: readonly ScoreItem[]): Difference[] {
  const before = new Map(board.rows.map(({ item, given }) => [item.serial, given]));
  return items.flatMap(({ serial, ...after }) => {
    const was = before.get(serial);
    return was === undefined || sameScore(was, after) ? [] : [{ serial, before: was, after }];
  });
}

/** A score in one text: points or `absent`, then the reason. */
export function scoreStateText(state: ScoreState, absent: string): string {
  return [state.missing ? absent : String(state.score ?? '-'), state.reason].filter((text) => text !== '').join(' ');
}

/** Saves the differences in one call, with what each item was before. */
export async function sendScores(
  api: Api,
  id: string,
  { owner: { expertId } }: Pick<Board, 'owner'>,
  differences: readonly Difference[],
): Promise<ScoreSum> {
  const items: ScoreEntry[] = differences.map(({ serial, before, after }) => ({ serial, ...after, was: before }));
  if (expertId === null) return (await api.call('POST assessment/station_scores', { id, items })).sum;
  const { role } = await api.call('GET user', {});
  const own = role === 'admin' ? { expertId } : {};
  return (await api.call('POST assessment/expert_scores', { id, items, ...own })).sum;
}
