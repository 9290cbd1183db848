import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import { SHEETS_TEXT, yesNo } from '@shp/shared/sheets/sheetTexts';
import { verdictText } from '@shp/shared/text/verdict';
import { readBoard } from '../../bulk/scores/board.ts';
import { checkScoreSheet, type Difference, scoreStateText, sendScores } from '../../bulk/scores/sheet.ts';
import { confirm } from '../../command/ask.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure } from '../../lib/errors.ts';
import { sanitized, say } from '../../lib/streams.ts';
import { loadRules } from '../../lib/texts.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

/** `shp assessments scores import`: checks all rows, shows the differences, then sends them in one call. */
export async function importScores(
  context: CommandContext,
  id: string,
  file: string,
  expert: string | undefined,
): Promise<void> {
  const api = await context.api();
  const board = await readBoard(api, id, expert);
  const differences = await readDifferences(context, file, board);
  await printRows(context, differenceView(context), [differences]);
  const { cli } = context.texts;
  if (differences.length === 0) return context.note(cli.scores.same);
  await confirm(context, cli.prompts.scores(differences.length));
  const sum = await sendScores(api, id, board, differences);
  const { level, rules } = await api.call('GET assessment', { id });
  const text = { common: context.texts.common, rules: await loadRules(context.texts.lang) };
  const verdict = verdictText(verdictOf(sum, level, rules.thresholds), text);
  context.note(cli.scores.saved(differences.length, verdict));
}

/** The changes of a sheet. @throws Failure if any row is wrong; nothing is sent then */
async function readDifferences(
  context: CommandContext,
  file: string,
  board: Awaited<ReturnType<typeof readBoard>>,
): Promise<readonly Difference[]> {
  const { cli } = context.texts;
  const { rows, wrong, differences } = await checkScoreSheet(file, board, context.texts);
  for (const { row, serial, reason } of wrong) {
    say(context.streams, sanitized(cli.scores.wrongRow(file, row, serial, reason)));
  }
  if (wrong.length > 0) throw new Failure(cli.imports.checked(rows, wrong.length));
  return differences;
}

function differenceView({ dataTexts: { lang, cli } }: CommandContext): View<Difference> {
  const { serial, before, after } = cli.scores.columns;
  const { missing } = SHEETS_TEXT[lang].scores;
  const raw = (state: Difference['before']) => scoreStateText(state, 'missing');
  const words = (state: Difference['before']) => scoreStateText(state, `${missing}: ${yesNo(true, lang)}`);
  return {
    columns: [
      screenColumn('serial', serial, (row) => row.serial),
      screenColumn(
        'before',
        before,
        (row) => raw(row.before),
        'text',
        (row) => words(row.before),
      ),
      screenColumn(
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
