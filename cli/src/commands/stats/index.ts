import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { SHEET_FORMATS } from '@shp/shared/domain/lib/sheetFormats';
import { STATISTICS_LISTS, type Statistic, type StatisticsList } from '@shp/shared/domain/statistics/exports';
import { type StatisticsRows, statisticsRows } from '@shp/shared/sheets/statistics';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { type AnyCommand, command, type Option, type Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import { resultView } from '../../lists/resultViews.ts';
import { printRows } from '../../output/print.ts';
import { runExport } from '../../transfer/export.ts';
import { EXPORTING } from '../flags/exportFlags.ts';
import { FILTERS, statisticsFilter } from './flags.ts';
import { statisticsView } from './views.ts';

const output = { ...EXPORTING.output, help: ({ cli }) => cli.stats.output } as const satisfies Option;
type Filter = Awaited<ReturnType<typeof statisticsFilter>>;

/** An export as a file that has none of the checks of nightly exports. */
const PLAIN = { manifest: false, failIfEmpty: false } as const;

const EXAMPLES: Record<Statistic, readonly string[]> = {
  progress: ['shp stats progress --division 桂林市', 'shp stats progress --what months --from 2026-01 --format csv'],
  ratings: ['shp stats ratings', 'shp stats ratings --division 桂林市 -o ratings.xlsx'],
  scores: ['shp stats scores --level 3 --from 2026-01', 'shp stats scores --what items --format json'],
  findings: [
    'shp stats findings --from 2026-01',
    'shp stats findings --what findingItems --division 桂林市 --format csv',
  ],
  experts: ['shp stats experts --from 2026-01 --to 2026-06'],
};

/** `stats progress`, `ratings`, `scores`, `findings` or `experts`: one list of the call, or all of them as a workbook. */
function showing(what: Statistic): AnyCommand {
  const lists: readonly StatisticsList[] = STATISTICS_LISTS[what];
  const which = {
    what: { kind: 'text', value: 'LIST', choices: lists, help: ({ cli }) => cli.stats.what(lists[0] ?? '') },
  } as const satisfies Options;
  const options: Options = { ...FILTERS[what], ...(lists.length > 1 ? which : {}), output };
  return command({
    name: `stats ${what}`,
    summary: ({ cli }) => cli.stats[what],
    options,
    examples: EXAMPLES[what],
    prints: true,
    async web({ options: given }, { texts }) {
      const { division, level } = await statisticsFilter(given, texts);
      // The overview has one level at a time.
      return { path: '/', query: { division, level: level?.length === 1 ? String(level[0]) : undefined } };
    },
    async run({ options: given }, context) {
      const { what: list, output: file } = given as { what?: StatisticsList; output?: string };
      const filter = await statisticsFilter(given, context.texts);
      if (file !== undefined) return exportTo(context, { what, list, ...filter }, file);
      const shown = list ?? lists[0];
      if (shown === undefined) return;
      await printList(context, what, shown, filter);
      const others = lists.filter((one) => one !== shown);
      if (context.format === 'table' && list === undefined && others.length > 0)
        context.note(context.texts.cli.stats.more(others));
    },
  });
}

async function printList<L extends StatisticsList>(
  context: CommandContext,
  what: Statistic,
  list: L,
  filter: Filter,
): Promise<void> {
  const figures = await read(context, what, filter);
  const rows = (statisticsRows({ [what]: figures })[list] ?? []) as readonly StatisticsRows[L][];
  const { lang } = context.dataTexts;
  await printRows(context, statisticsView(list, rows, { isTable: context.format === 'table', lang }), [rows]);
}

/** The figures; for programs with the standard's own wording, whatever the user's language. */
async function read<S extends Statistic>(
  context: CommandContext,
  what: S,
  filter: Filter,
): Promise<Output<`GET statistics/${S}`>> {
  const api = await context.api();
  const key = `GET statistics/${what}` as 'GET statistics/scores';
  const { headings, jq, template } = context.globals;
  const isTable = context.format === 'table' && jq === undefined && template === undefined;
  const isWorded = isTable || headings === 'zh' || headings === 'en';
  const lang = isWorded ? context.dataTexts.lang : 'zh';
  try {
    const headers = { 'Accept-Language': LANG_TAGS[lang] };
    return (await api.call(key, filter, { headers })) as Output<`GET statistics/${S}`>;
  } catch (error) {
    // A refusal is for the user: ask again in the user's language.
    if (!(error instanceof ApiError) || lang === context.texts.lang) throw error;
    return (await api.call(key, filter)) as Output<`GET statistics/${S}`>;
  }
}

/** The file that the server makes. @throws UsageError */
async function exportTo(
  context: CommandContext,
  { list, ...asked }: Filter & { what: Statistic; list: StatisticsList | undefined },
  file: string,
): Promise<void> {
  const { format: given, headings } = context.globals;
  const format = SHEET_FORMATS.find((one) => one === given);
  const { usage } = context.texts.cli;
  if (given !== undefined && format === undefined)
    throw new UsageError(usage.notOneOf('--format', given, SHEET_FORMATS.filter((one) => one !== 'xlsx').join(', ')));
  if (headings === 'none') throw new UsageError(usage.notBoth('--headings none', '-o'));
  const options = { ...PLAIN, output: file, format, headings };
  await runExport(context, 'GET statistics/export', { ...asked, ...(list && { list }) }, options);
}

export const commands = [
  showing('progress'),
  showing('ratings'),
  showing('scores'),
  showing('experts'),
  showing('findings'),
  command({
    name: 'stats report',
    summary: ({ cli }) => cli.stats.report,
    options: { ...FILTERS.scores, output: EXPORTING.output },
    prints: 'on request',
    examples: ['shp stats report -o report.xlsx', 'shp stats report --from 2026-10 --to 2026-10 -o october.xlsx'],
    async run({ options: { output: file, ...given } }, context) {
      const filter = await statisticsFilter(given, context.texts);
      await runExport(context, 'GET statistics/export', { what: 'report', ...filter }, { ...PLAIN, output: file }, [
        'xlsx',
      ]);
      if (file === undefined) return;
      await printOnRequest(context, resultView({ file }), { file });
    },
  }),
];
