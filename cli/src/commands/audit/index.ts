import type { AuditRow } from '@shp/shared/api/objects';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { findAnyUser } from '../../command/lookup.ts';
import { loadAdministration, loadRules } from '../../lib/texts.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { PAGING, present, printList } from '../flags/pagingFlags.ts';
import { timeFlag } from '../flags/timeFlag.ts';
import { verifyCommand } from './verify.ts';
import { witnessCommand } from './witness.ts';

/** From this width on a table names every changed field; a narrower one counts them above `NAMED`. */
const NAMES_FROM = 120;
const NAMED = 3;

/** Readable text as in the console; `ndjson` and `json` keep the API's values. */
async function auditView({ dataTexts, streams: { out }, format }: CommandContext): Promise<View<AuditRow>> {
  const { cli, common, lang } = dataTexts;
  const { columns } = cli.audit;
  const [words, administration, rules] = await Promise.all([
    import('@shp/shared/text/auditWords'),
    loadAdministration(lang),
    loadRules(lang),
  ]);
  const { actionWord, kindWord, changedField, refusalWord, stationNote } = words;
  const isNarrow = out.isTTY && out.columns < NAMES_FROM;
  const changeText = ({ object, changes }: AuditRow) => {
    const paths = Object.keys(changes);
    if (isNarrow && paths.length > NAMED) return administration.audit.changeCount(paths.length);
    return paths
      .map((path) => {
        const field = changedField(object.kind, path, administration, common, rules);
        const isReason = object.kind === 'refusal' && path === 'refused';
        return isReason
          ? `${field}${common.marks.colon}${refusalWord(String(changes[path]?.[1]), administration)}`
          : field;
      })
      .join(common.marks.list);
  };
  const objectName = ({ object }: AuditRow) => object.name || kindWord(object.kind, administration, common);
  const withStation = (row: AuditRow) => {
    const station = stationNote(row);
    return station === null ? objectName(row) : `${objectName(row)}${common.marks.brackets(station)}`;
  };
  return {
    columns: [
      screenColumn('at', columns.at, ({ at }) => at, 'time'),
      worded('action', columns.action, (row) => actionWord(row, administration, rules)),
      screenColumn(
        'object',
        columns.object,
        ({ object }) => object.id,
        'text',
        format === 'table' ? withStation : objectName,
      ),
      screenColumn(
        'by',
        columns.by,
        ({ by }) => by?.name,
        'text',
        ({ by }) => by?.name ?? administration.audit.nobody,
      ),
      screenColumn('changes', columns.changes, ({ changes }) => Object.keys(changes), 'text', changeText),
      screenColumn('address', columns.address, ({ address }) => address, 'code'),
      screenColumn('station', columns.station, ({ station }) => station?.name),
    ],
    brief: ['at', 'action', 'object', 'by', 'changes', 'address'],
    spare: ['address'],
    yields: 'changes',
    sentences: true,
    paths: [
      'id',
      'at',
      'by',
      'by.*',
      'action',
      'object',
      'object.*',
      'address',
      'changes',
      'changes.*',
      'digest',
      'station',
      'station.*',
    ],
  };
}

export const commands = [
  command({
    name: 'audit list',
    isDefault: true,
    summary: ({ cli }) => cli.audit.list,
    options: {
      userId: { kind: 'text', value: 'ID', help: ({ cli }) => cli.audit.userId },
      action: { kind: 'text', value: 'ACTION', help: ({ cli }) => cli.audit.action },
      from: { kind: 'text', value: 'TIME', help: ({ cli }) => cli.audit.from },
      to: { kind: 'text', value: 'TIME', help: ({ cli }) => cli.audit.to },
      ...PAGING,
    },
    examples: [
      'shp audit --from 2026-11-01 --action user/reset_password',
      'shp audit list --all --format ndjson > audit.ndjson',
    ],
    prints: true,
    async web({ options: { userId: who, action, from, to } }, context) {
      const userId = who === undefined ? undefined : await findAnyUser(context, await context.api(), who);
      return { path: '/profile', query: { tab: 'audit', userId, action, from, to } };
    },
    async run({ options }, context) {
      const { userId, action } = options;
      const api = await context.api();
      const filter = present({
        userId: userId === undefined ? undefined : await findAnyUser(context, api, userId),
        action,
        from: timeFlag('--from', options.from, 'first', context.texts),
        to: timeFlag('--to', options.to, 'last', context.texts),
      });
      await printList(context, await auditView(context), options, (paging) =>
        api.call('GET audit', { ...filter, ...paging }),
      );
    },
  }),
  verifyCommand,
  witnessCommand,
];
