import type { AuditRow } from '@shp/shared/api/objects';
import { command } from '../core/command.ts';
import { Failure } from '../core/errors.ts';
import type { Texts } from '../core/texts.ts';
import { printObject } from '../output/print.ts';
import { own, type View } from '../output/view.ts';
import { instant } from './parts/instants.ts';
import { PAGING, present, printList } from './parts/lists.ts';

function auditView({ cli }: Texts): View<AuditRow> {
  const { columns } = cli.audit;
  return {
    columns: [
      own('at', columns.at, ({ at }) => at, 'time'),
      own('by', columns.by, ({ by }) => by?.name),
      own('action', columns.action, ({ action }) => action),
      own('object', columns.object, ({ object }) => [object.kind, object.name].filter((one) => one !== '').join(' ')),
      own('address', columns.address, ({ address }) => address, 'code'),
      own('changes', columns.changes, ({ changes }) => Object.keys(changes)),
    ],
    paths: ['id', 'at', 'by', 'by.*', 'action', 'object', 'object.*', 'address', 'changes', 'changes.*', 'digest'],
  };
}

export const commands = [
  command({
    name: 'audit list',
    summary: ({ cli }) => cli.audit.list,
    args: [],
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
    async run({ options }, shp) {
      const { userId, action } = options;
      const filter = present({
        userId,
        action,
        from: instant('--from', options.from, 'first', shp.texts),
        to: instant('--to', options.to, 'last', shp.texts),
      });
      const api = await shp.api();
      await printList(shp, auditView(shp.texts), options, (paging) => api.call('GET audit', { ...filter, ...paging }));
    },
  }),
  command({
    name: 'audit verify',
    summary: ({ cli }) => cli.audit.verify,
    args: [],
    options: {},
    examples: ['shp audit verify'],
    prints: true,
    async run(_input, shp) {
      const { cli } = shp.texts;
      const api = await shp.api();
      const result = await api.call('GET audit/verify', {});
      const view: View<typeof result> = {
        columns: [
          own('ok', cli.audit.ok, ({ ok }) => ok),
          own('rows', cli.audit.rows, ({ rows }) => rows, 'number'),
          own('firstBroken', cli.audit.firstBroken, ({ firstBroken }) => firstBroken),
        ],
        paths: ['ok', 'rows', 'firstBroken'],
      };
      await printObject(shp, view, result);
      if (!result.ok) throw new Failure(cli.audit.broken(result.firstBroken ?? ''));
    },
  }),
];
