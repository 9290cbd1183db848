import { randomUUID } from 'node:crypto';
import type { Finding, FindingRow } from '@shp/shared/api/findings/objects';
import {
  FINDING_SORTS,
  FINDING_STATES,
  type FindingSort,
  type FindingState,
} from '@shp/shared/domain/findings/finding';
import { FINDING_STEPS } from '@shp/shared/domain/findings/steps';
import { FINDING_COLUMNS, markedDue } from '@shp/shared/sheets/findings';
import { command, type Option, type Options, type OptionValues } from '../../command/command.ts';
import { findAssessment, findUser, withWordInNotFound } from '../../command/lookup.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';
import { runExport } from '../../transfer/export.ts';
import { withDivisions } from '../flags/divisionFlag.ts';
import { EXPORTING } from '../flags/exportFlags.ts';
import { messageFlags } from '../flags/messageFlags.ts';
import { PAGING, present, printList } from '../flags/pagingFlags.ts';
import { dayFlag } from '../flags/timeFlag.ts';

const day = (help: (texts: Texts) => string) => ({ kind: 'text', value: 'YYYY-MM-DD', help }) as const satisfies Option;

/** The flags of the filter, named as in the API. */
const FILTER = {
  search: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.findings.search },
  station: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.findings.station },
  state: { kind: 'list', value: 'STATE', choices: FINDING_STATES, help: ({ cli }) => cli.findings.state },
  overdue: { kind: 'flag', help: ({ cli }) => cli.findings.overdue },
  serial: { kind: 'text', value: 'SERIAL', help: ({ cli }) => cli.findings.serial },
  division: { kind: 'text', value: 'DIVISION', help: ({ cli }) => cli.options.inDivision },
  from: day(({ cli }) => cli.findings.from),
  to: day(({ cli }) => cli.findings.to),
} as const satisfies Options;

/** The filter as the API takes it. @throws UsageError */
async function filterOf(given: OptionValues<typeof FILTER>, texts: Texts) {
  const { division } = await withDivisions(present({ division: given.division }), ['division'], texts);
  return present({
    division,
    search: given.search,
    station: given.station,
    state: given.state as FindingState[] | undefined,
    overdue: given.overdue || undefined,
    serial: given.serial,
    from: dayFlag('--from', given.from, texts),
    to: dayFlag('--to', given.to, texts),
  });
}

const ROW_PATHS = [
  'id',
  'no',
  'station',
  'station.*',
  'assessment',
  'source',
  'serial',
  'content',
  'contentEn',
  'lost',
  'text',
  'advice',
  'state',
  'due',
  'overdue',
  'createdAt',
  'updatedAt',
  'closedAt',
];

const LIST: View<FindingRow> = {
  columns: FINDING_COLUMNS,
  brief: ['no', 'station', 'serial', 'state', 'due', 'text'],
  spare: ['serial'],
  whole: ['state'],
  cutsNames: true,
  paths: ROW_PATHS,
};
/** Programs get the plain day. */
const TABLE: View<FindingRow> = {
  ...LIST,
  columns: FINDING_COLUMNS.map((column) => (column.key === 'due' ? { ...column, text: markedDue } : column)),
};
const WHOLE = {
  columns: FINDING_COLUMNS,
  paths: [...ROW_PATHS, 'events', 'files', 'actions', 'mayAddFiles'],
} as View<Finding>;
const MADE: View<{ id: string; no: string }> = {
  columns: [screenColumn('id', 'id', ({ id }) => id), screenColumn('no', 'no', ({ no }) => no)],
  paths: ['id', 'no'],
};

const { message, editor } = messageFlags(({ cli }) => cli.findings.text);
const due = day(({ cli }) => cli.findings.due);

export const commands = [
  command({
    name: 'findings list',
    summary: ({ cli }) => cli.findings.list,
    args: [],
    options: {
      ...FILTER,
      sortBy: { kind: 'text', value: 'FIELD', choices: FINDING_SORTS, help: ({ cli }) => cli.options.sortBy },
      ...PAGING,
    },
    examples: [
      'shp findings list --overdue --sort-by due',
      'shp findings list --search railing --all',
      'shp findings list --state open --state planned --serial 4 --all',
    ],
    prints: true,
    web: null,
    async run({ options }, context) {
      const filter = await filterOf(options, context.texts);
      const api = await context.api();
      const sortby = options.sortBy as FindingSort | undefined;
      await printList(context, context.format === 'table' ? TABLE : LIST, options, (paging) =>
        api.call('GET finding/query', { ...filter, ...paging, sortby }),
      );
    },
  }),
  command({
    name: 'findings show',
    summary: ({ cli }) => cli.findings.show,
    args: [{ name: 'ID' }],
    options: {},
    examples: ['shp findings show WT-2026-000001', 'shp findings show WT-2026-000001 --jq .events'],
    prints: true,
    web: null,
    async run({ args: [id] }, context) {
      const api = await context.api();
      await printObject(context, WHOLE, await withWordInNotFound(context, id, api.call('GET finding', { id })));
    },
  }),
  command({
    name: 'findings add',
    summary: ({ cli }) => cli.findings.add,
    args: [],
    options: {
      station: { kind: 'text', value: 'STATION', help: ({ cli }) => cli.findings.ofStation },
      assessment: { kind: 'text', value: 'ASSESSMENT', help: ({ cli }) => cli.findings.assessment },
      serial: { kind: 'text', value: 'SERIAL', help: ({ cli }) => cli.findings.item },
      text: message,
      editor,
      advice: { kind: 'text', value: 'TEXT', help: ({ cli }) => cli.findings.advice },
      due,
    },
    examples: [
      'shp findings add --serial 4.1.1 -m "Railing rusted"',
      'shp findings add --station station0001 -m "Door broken" --due 2027-01-31',
    ],
    prints: true,
    async run({ options: { station, assessment, serial, advice, due: last, text: given, editor: edit } }, context) {
      const { texts } = context;
      const { messageText } = await import('../../command/messageText.ts');
      const text = (await messageText(context, { message: given, editor: edit }, 'finding.txt')) ?? '';
      const lastDay = dayFlag('--due', last, texts);
      const api = await context.api();
      const places = {
        station: station === undefined ? undefined : (await findUser(context, api, 'stations', station)).id,
        assessment: assessment === undefined ? undefined : await findAssessment(context, api, assessment),
      };
      const input = { text, ...present({ ...places, serial, advice, due: lastDay }) };
      await printObject(context, MADE, await api.call('POST finding/add', input, { idempotencyKey: randomUUID() }));
    },
  }),
  command({
    name: 'findings step',
    summary: ({ cli }) => cli.findings.step,
    args: [{ name: 'ID' }, { name: 'STATE' }, { name: 'FILE', many: true, optional: true }],
    options: { text: message, editor, due },
    examples: [
      'shp findings step WT-2026-000001 planned -m "Replace it, by Li" --due 2027-01-31',
      'shp findings step WT-2026-000001 done before.jpg after.jpg -m "Replaced"',
      'shp findings step WT-2026-000001 closed',
    ],
    prints: true,
    async run({ args: [word, state, paths], options: { due: last, text: given, editor: edit } }, context) {
      const { texts } = context;
      const to = FINDING_STATES.find((one) => one === state);
      if (to === undefined) throw new UsageError(texts.cli.usage.notOneOf('STATE', state, FINDING_STATES.join(', ')));
      const lastDay = dayFlag('--due', last, texts);
      const needed = () =>
        context.canAsk && FINDING_STEPS.filter((one) => one.to === to).every(({ needs }) => needs.includes('text'));
      const { messageText } = await import('../../command/messageText.ts');
      const text = (await messageText(context, { message: given, editor: edit }, `${word}.txt`, needed)) ?? '';
      const api = await context.api();
      const { id } = await withWordInNotFound(context, word, api.call('GET finding', { id: word }));
      const files: string[] = [];
      if (paths && paths.length > 0) {
        const { uploadFile } = await import('../../transfer/uploadFile.ts');
        const target = { target: 'finding', findingId: id };
        for (const path of paths) files.push((await uploadFile(context, api, path, target)).id);
      }
      const step = { id, to, text, ...present({ due: lastDay, files: files.length > 0 ? files : undefined }) };
      await printObject(context, WHOLE, await api.call('POST finding/step', step));
    },
  }),
  command({
    name: 'findings export',
    summary: ({ cli }) => cli.findings.export,
    args: [],
    options: { ...FILTER, ...EXPORTING },
    examples: ['shp findings export -o findings.xlsx', 'shp findings export --overdue --format csv'],
    async run({ options }, context) {
      await runExport(context, 'GET finding/export', await filterOf(options, context.texts), options);
    },
  }),
];
