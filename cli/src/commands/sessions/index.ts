import type { Session } from '@shp/shared/api/sessionObjects';
import { forEachId, onRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { withWordInNotFound } from '../../command/lookup.ts';
import { screenColumn, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

export const commands = [
  command({
    name: 'sessions list',
    summary: ({ cli }) => cli.sessions.list,
    examples: ['shp sessions list'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'sessions' } }),
    async run(_input, context) {
      const { cli, common } = context.dataTexts;
      const { columns } = cli.sessions;
      const view = {
        columns: [
          screenColumn<Session>('id', 'ID', ({ id }) => id, 'code'),
          worded<Session>('current', columns.current, ({ current }) => (current ? '*' : '')),
          screenColumn<Session>('address', columns.address, ({ address }) => address, 'code'),
          screenColumn<Session>('agent', columns.agent, ({ agent }) => agent),
          screenColumn<Session>('lastUsedAt', columns.lastUsedAt, ({ lastUsedAt }) => lastUsedAt, 'time'),
          screenColumn<Session>('createdAt', common.fields.createdAt, ({ createdAt }) => createdAt, 'time'),
        ],
        paths: ['id', 'createdAt', 'lastUsedAt', 'address', 'agent', 'current'],
      };
      const api = await context.api();
      await printRows(context, view, [await api.call('GET session/sessions', {})]);
    },
  }),
  command({
    name: 'sessions revoke',
    summary: ({ cli }) => cli.sessions.revoke,
    args: [{ name: 'ID', many: true }],
    examples: ['shp sessions revoke ID'],
    prints: 'on request',
    async run({ args: [ids] }, context) {
      const api = await context.api();
      const revoke = async (id: string) => {
        await withWordInNotFound(context, id, api.call('POST session/revoke_session', { id }));
        return { id };
      };
      await forEachId(context, ids, revoke, onRequest(context));
    },
  }),
];
