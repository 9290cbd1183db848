import type { Output } from '@shp/shared/api/index';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { command } from '../../command/command.ts';
import type { Texts } from '../../lib/texts.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printObject } from '../../output/print.ts';

type Status = Output<'GET session/self'> & { server: string; account: string; role: UserRole };

function statusView({ cli, common }: Texts): View<Status> {
  const { columns, kinds } = cli.auth;
  const paths = ['server', 'account', 'role', 'kind', 'name', 'scopes', 'expiresAt', 'confirmedUntil'];
  return {
    columns: [
      screenColumn('server', columns.server, ({ server }) => server),
      screenColumn('account', common.fields.account, ({ account }) => account),
      worded('role', common.fields.role, ({ role }) => common.roles[role]),
      worded('kind', columns.kind, ({ kind }) => kinds[kind]),
      screenColumn('name', cli.token.columns.name, ({ name }) => name),
      screenColumn('scopes', cli.token.columns.scopes, ({ scopes }) => scopes),
      screenColumn('expiresAt', cli.token.columns.expiresAt, ({ expiresAt }) => expiresAt, 'time'),
      screenColumn('confirmedUntil', columns.confirmedUntil, ({ confirmedUntil }) => confirmedUntil, 'time'),
    ],
    paths,
  };
}

export const commands = [
  command({
    name: 'auth status',
    summary: ({ cli }) => cli.auth.status,
    examples: ['shp auth status', 'shp auth status --jq .expiresAt'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'sessions' } }),
    isDefault: true,
    async run(_input, context) {
      const api = await context.api();
      const [{ account, role }, self] = await Promise.all([api.call('GET user', {}), api.call('GET session/self', {})]);
      await printObject(context, statusView(context.dataTexts), { server: context.server, account, role, ...self });
    },
  }),
];
