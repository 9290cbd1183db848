import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import { type ScoreEntry, type ScoreItem, sameScore } from '@shp/shared/domain/standard/scoreItems';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import { readScores } from '@shp/shared/sheets/read/scores';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import { SCORE_COLUMNS } from '@shp/shared/sheets/scores';
import { SHEETS_TEXT, yesNo } from '@shp/shared/sheets/sheetTexts';
import { verdictText } from '@shp/shared/text/verdict';
import type { Api } from '../../api/client.ts';
import { confirm } from '../../command/ask.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { harmless } from '../../lib/streams.ts';
import { loadRules } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { own, type View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { type Board, type Owner, readBoard } from './scoreBoard.ts';

type State = Omit<ScoreItem, 'serial'>;
type Difference = { serial: string; before: State; after: State };

/** `shp assessments scores import`: checks all rows, shows the differences, then sends them in one call. */
export async function importScores(
  context: CommandContext,
  id: string,
  file: string,
  expert: string | undefined,
): Promise<void> {
  const api = await context.api();
  const board = await readBoard(api, id, expert);
  const differences = differencesOf(board, await readSheet(context, file, board));
  await printRows(context, differenceView(context), [differences]);
  const { cli } = context.texts;
  if (differences.length === 0) return context.note(cli.scores.same);
  await confirm(context, cli.prompts.scores(differences.length));
  const sum = await send(api, id, board.owner, differences);
  const { level, rules } = await api.call('GET assessment', { id });
  const text = { common: context.texts.common, rules: await loadRules(context.texts.lang) };
  const verdict = verdictText(verdictOf(sum, level, rules.thresholds), text);
  context.note(cli.scores.saved(differences.length, verdict));
}

/** Reads the rows of a sheet. @throws Failure if any row is wrong; nothing is sent then */
async function readSheet(context: CommandContext, file: string, board: Board): Promise<ScoreItem[]> {
  const { lang, cli } = context.texts;
  const format = formatOfName(file);
  if (format === null) throw new UsageError(cli.usage.importFormat(file));
  const table = await readTable(new Uint8Array(readUserFile(file)), format);
  const rows = isFault(table) ? table : readScores(table, new Map(board.rows.map(({ item }) => [item.serial, item])));
  if (isFault(rows)) throw new Failure(`${file}: ${faultText(rows, SHEETS_TEXT[lang], lang)}`);
  const wrong = rows.filter(({ reasons }) => Object.keys(reasons).length > 0);
  for (const { rowNumber, reasons } of wrong) {
    const why = reasonLines(reasons, SCORE_COLUMNS, lang).join('; ');
    context.streams.err.write(`${harmless(cli.scores.wrongRow(file, rowNumber, why))}\n`);
  }
  if (wrong.length > 0) throw new Failure(cli.imports.checked(rows.length, wrong.length));
  return rows.map(({ item }) => item);
}

function differencesOf(board: Board, items: readonly ScoreItem[]): Difference[] {
  const before = new Map(board.rows.map(({ item, given }) => [item.serial, given]));
  return items.flatMap(({ serial, ...after }) => {
    const was = before.get(serial);
    return was === undefined || sameScore(was, after) ? [] : [{ serial, before: was, after }];
  });
}

function differenceView({ dataTexts: { lang, cli } }: CommandContext): View<Difference> {
  const { serial, before, after } = cli.scores.columns;
  const { missing } = SHEETS_TEXT[lang].scores;
  const describe = (state: State, absent: string) =>
    [state.missing ? absent : String(state.score ?? '-'), state.reason].filter((text) => text !== '').join(' ');
  const raw = (state: State) => describe(state, 'missing');
  const words = (state: State) => describe(state, `${missing}: ${yesNo(true, lang)}`);
  return {
    columns: [
      own('serial', serial, (row) => row.serial),
      own(
        'before',
        before,
        (row) => raw(row.before),
        'text',
        (row) => words(row.before),
      ),
      own(
        'after',
        after,
        (row) => raw(row.after),
        'text',
        (row) => words(row.after),
      ),
    ],
    paths: ['serial', 'before', 'after', 'before.*', 'after.*'],
  };
}

async function send(api: Api, id: string, { expertId }: Owner, differences: readonly Difference[]): Promise<ScoreSum> {
  const items: ScoreEntry[] = differences.map(({ serial, before, after }) => ({ serial, ...after, was: before }));
  if (expertId === null) return (await api.call('POST assessment/station_scores', { id, items })).sum;
  const { role } = await api.call('GET user', {});
  const own = role === 'admin' ? { expertId } : {};
  return (await api.call('POST assessment/expert_scores', { id, items, ...own })).sum;
}
