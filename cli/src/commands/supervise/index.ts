import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import { USER_LIST_SORTS } from '@shp/shared/domain/lib/lists';
import { type AnyCommand, command, type Option, type Options, type OptionValues } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { findUser } from '../../command/lookup.ts';
import { idsOf } from '../../command/stdin.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { ASSESSMENT_VIEW } from '../../lists/assessmentView.ts';
import { userView } from '../../lists/userView.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';
import { runExport } from '../../transfer/export.ts';
import { ASSESSMENT_FILTER, assessmentFilter } from '../assessments/filter.ts';
import { withDivisions } from '../flags/divisionFlag.ts';
import { EXPORTING, SINCE, sinceFilter } from '../flags/exportFlags.ts';
import { PAGING, present, printList } from '../flags/pagingFlags.ts';
import { RATING_FILTERS } from '../users/filters.ts';

const SUPERVISOR = { name: 'SUPERVISOR', optional: true } as const;

function countView({ cli }: Texts): View<Output<'POST supervise/stations'>> {
  return { columns: [screenColumn('count', cli.supervise.count, ({ count }) => count, 'number')], paths: ['count'] };
}

/** Only an aggregate account may omit itself. @throws UsageError */
async function named<T>(context: CommandContext, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const unnamed = error instanceof ApiError && error.code === 'invalid' && error.fields.userId !== undefined;
    throw unnamed ? new UsageError(context.texts.cli.usage.missingArgument(SUPERVISOR.name)) : error;
  });
}

/** `supervise link` and `unlink`: one call with mode add or remove. */
function linking(verb: 'link' | 'unlink', mode: 'add' | 'remove'): AnyCommand {
  return command({
    name: `supervise ${verb}`,
    summary: ({ cli }) => cli.supervise[verb],
    args: [{ name: 'SUPERVISOR' }, { name: 'STATION', many: true }],
    examples: [`shp supervise ${verb} SUPERVISOR STATION STATION`, `shp supervise ${verb} SUPERVISOR - < ids.txt`],
    prints: true,
    async run({ args: [userId, words] }, context) {
      const stations = await idsOf(context, words);
      const api = await context.api();
      const stationsId: string[] = [];
      for (const word of stations) stationsId.push((await findUser(context, api, 'stations', word)).id);
      await printObject(
        context,
        countView(context.dataTexts),
        await api.call('POST supervise/stations', { userId, stationsId, mode }),
      );
    },
  });
}

type StationSort = (typeof USER_LIST_SORTS.stations)[number];

const PLACE = { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision } as const satisfies Option;

const STATIONS_FILTER = {
  search: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.options.search },
  filter: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.options.search, aliasOf: 'search' },
  city: PLACE,
  county: PLACE,
  ...RATING_FILTERS,
} as const satisfies Options;

/** The filter of an aggregate account's stations as the API takes it. @throws UsageError */
async function stationsFilter(
  { search: filter, city, county, rated, expiring }: OptionValues<typeof STATIONS_FILTER>,
  texts: Texts,
) {
  const places = await withDivisions(present({ city, county }), ['city', 'county'], texts);
  return present({ filter, ...places, rated, expiring });
}

export const commands = [
  linking('link', 'add'),
  linking('unlink', 'remove'),
  command({
    name: 'supervise stations',
    summary: ({ cli }) => cli.supervise.stations,
    args: [SUPERVISOR],
    options: {
      ...STATIONS_FILTER,
      linked: { kind: 'flag', help: ({ cli }) => cli.supervise.linked },
      sortBy: {
        kind: 'text',
        value: 'FIELD',
        choices: USER_LIST_SORTS.stations,
        help: ({ cli }) => cli.options.sortBy,
      },
      desc: { kind: 'flag', help: ({ cli }) => cli.options.desc },
      ...PAGING,
    },
    examples: ['shp supervise stations', 'shp supervise stations SUPERVISOR --linked --all'],
    prints: true,
    web: async ({ args: [supervisor], options }, context) =>
      supervisor === undefined
        ? { list: 'supervised', filter: await stationsFilter(options, context.texts), paging: options }
        : { links: supervisor },
    async run({ args: [userId], options }, context) {
      const { LINKED_COLUMN, STATUS_COLUMN } = await import('@shp/shared/sheets/users');
      type Row = Output<'GET supervise/stations'>['items'][number];
      const { columns, brief = [], ...others } = userView('stations');
      const view: View<Row> = {
        columns: [...columns, STATUS_COLUMN, LINKED_COLUMN],
        brief: [...brief.slice(0, 2), 'linked', ...brief.slice(2)],
        ...others,
        paths: [...others.paths, 'latest.*', 'linked'],
      };
      const linked = options.linked || undefined;
      const sortBy = options.sortBy as StationSort | undefined;
      const filter = present({
        userId,
        ...(await stationsFilter(options, context.texts)),
        linked,
        sortBy,
        desc: options.desc || undefined,
      });
      const api = await context.api();
      await named(
        context,
        printList(context, view, options, (paging) => api.call('GET supervise/stations', { ...filter, ...paging })),
      );
    },
  }),
  command({
    name: 'supervise assessments',
    summary: ({ cli }) => cli.supervise.assessments,
    args: [SUPERVISOR],
    options: { ...ASSESSMENT_FILTER, ...PAGING },
    examples: ['shp supervise assessments', 'shp supervise assessments SUPERVISOR --status passed'],
    prints: true,
    web: async ({ args: [supervisor], options }, { texts }) =>
      supervisor === undefined
        ? { list: 'assessments', filter: await assessmentFilter(options, texts), paging: options }
        : { user: supervisor, kind: 'supervisors' },
    async run({ args: [userId], options }, context) {
      const filter = present({ userId, ...(await assessmentFilter(options, context.texts)) });
      const api = await context.api();
      await named(
        context,
        printList(context, ASSESSMENT_VIEW, options, (paging) =>
          api.call('GET supervise/assessments', { ...filter, ...paging }),
        ),
      );
    },
  }),
  command({
    name: 'supervise export',
    summary: ({ cli }) => cli.supervise.export,
    args: [SUPERVISOR],
    options: { ...ASSESSMENT_FILTER, ...EXPORTING, ...SINCE },
    examples: ['shp supervise export -o assessments.xlsx', 'shp supervise export SUPERVISOR --format csv > group.csv'],
    async run({ args: [userId], options }, context) {
      const since = await sinceFilter(context, options);
      const filter = present({ userId, ...(await assessmentFilter(options, context.texts)), ...since });
      await named(context, runExport(context, 'GET supervise/assessments_export', filter, options));
    },
  }),
];
