import { SHEET_FORMATS } from '@shp/shared/domain/lib/sheetFormats';
import { SCORE_COLUMNS, type ScoreRow } from '@shp/shared/sheets/scores';
import { command, type Options } from '../../command/command.ts';
import { UsageError } from '../../lib/errors.ts';
import { formatFor } from '../../lib/formats.ts';
import { write } from '../../lib/streams.ts';
import type { View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import { EXPORTING } from '../flags/exportFlags.ts';

const EXPERT = {
  expert: { kind: 'text', value: 'EXPERT', help: ({ cli }) => cli.scores.expert },
} as const satisfies Options;

/** One item per row, with the keys of the sheet. */
type Item = { serial: string; content: string; points: number } & ScoreRow['given'];
const itemOf = ({ item, given }: ScoreRow): Item => ({
  serial: item.serial,
  content: item.content,
  points: item.score,
  ...given,
});
const KEYS = ['serial', 'content', 'points', 'score', 'missing', 'reason'] as const;

export const commands = [
  command({
    name: 'assessments scores show',
    summary: ({ cli }) => cli.scores.show,
    args: [{ name: 'ID' }],
    options: EXPERT,
    examples: ['shp assessments scores show ID', 'shp assessments scores show ID --expert EXPERT --format csv'],
    prints: true,
    web: ({ args: [assessment] }) => ({ assessment, part: 'score' }),
    async run({ args: [id], options: { expert } }, context) {
      const api = await context.api();
      const { readBoard } = await import('../../bulk/scores/board.ts');
      const { rows } = await readBoard(api, id, expert);
      const known = new Map(rows.map((row) => [row.item.serial, row]));
      const rowOf = ({ serial }: Item) => known.get(serial) as ScoreRow;
      const columns = SCORE_COLUMNS.map((column) => ({
        ...column,
        value: (item: Item) => column.value(rowOf(item)),
        text: (item: Item, lang: 'zh' | 'en') => column.text(rowOf(item), lang),
      }));
      const view: View<Item> = { columns, paths: KEYS };
      await printRows(context, view, [rows.map(itemOf)]);
    },
  }),
  command({
    name: 'assessments scores export',
    summary: ({ cli }) => cli.scores.export,
    args: [{ name: 'ID' }],
    options: {
      ...EXPERT,
      output: EXPORTING.output,
      format: EXPORTING.format,
    },
    examples: [
      'shp assessments scores export ID -o scores.xlsx',
      'shp assessments scores export ID --format csv > scores.csv',
    ],
    async run({ args: [id], options }, context) {
      const { cli } = context.texts;
      const file = options.output === '-' ? undefined : options.output;
      const usual = file === undefined && !context.streams.out.isTTY ? 'ndjson' : 'xlsx';
      const format = formatFor(context.texts, { file, format: options.format }, SHEET_FORMATS, usual);
      if (file === undefined && format === 'xlsx' && context.streams.out.isTTY) {
        throw new UsageError(cli.usage.binaryOnTerminal);
      }
      const api = await context.api();
      const { readBoard } = await import('../../bulk/scores/board.ts');
      const { scoreSheet } = await import('../../bulk/scores/write.ts');
      const board = await readBoard(api, id, options.expert);
      const put = async (to: (chunk: Buffer) => Promise<void>) => {
        for await (const chunk of scoreSheet(board, format, context.texts.lang)) await to(chunk);
      };
      if (file === undefined) await put((chunk) => write(context.streams.out, chunk));
      else {
        const { writeAtomicFile } = await import('../../transfer/atomicFile.ts');
        await writeAtomicFile(
          file,
          (sink) => put(sink.write),
          () => {},
        );
      }
      context.note(cli.notes.exported(board.rows.length, file ?? null));
    },
  }),
  command({
    name: 'assessments scores import',
    summary: ({ cli }) => cli.scores.import,
    args: [{ name: 'ID' }, { name: 'FILE' }],
    options: EXPERT,
    examples: ['shp assessments scores import ID scores.xlsx', 'shp assessments scores import ID scores.csv --yes'],
    prints: true,
    async run({ args: [id, file], options: { expert } }, context) {
      const { importScores } = await import('./scoresImport.ts');
      await importScores(context, id, file, expert);
    },
  }),
];
