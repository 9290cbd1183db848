import { randomUUID } from 'node:crypto';
import type { AccessToken } from '@shp/shared/api/sessionObjects';
import { TOKEN_DAYS_MAX, TOKEN_SCOPES } from '@shp/shared/domain/accounts/tokens';
import { forEachId, onRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { findToken } from '../../command/lookupByName.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject, printRows } from '../../output/print.ts';
import { daysFlag } from '../flags/timeFlag.ts';

type Token = AccessToken & { token?: string };

function tokenView({ cli, common }: Texts): View<Token> {
  const { columns } = cli.token;
  return {
    columns: [
      screenColumn('id', 'ID', ({ id }) => id, 'code'),
      screenColumn('name', columns.name, ({ name }) => name),
      screenColumn('scopes', columns.scopes, ({ scopes }) => scopes),
      screenColumn('expiresAt', columns.expiresAt, ({ expiresAt }) => expiresAt, 'time'),
      screenColumn('lastUsedAt', columns.lastUsedAt, ({ lastUsedAt }) => lastUsedAt, 'time'),
      screenColumn('createdAt', common.fields.createdAt, ({ createdAt }) => createdAt, 'time'),
    ],
    paths: ['id', 'name', 'scopes', 'expiresAt', 'lastUsedAt', 'createdAt'],
  };
}

export const commands = [
  command({
    name: 'token create',
    summary: ({ cli }) => cli.token.create,
    options: {
      name: { kind: 'text', value: 'NAME', help: ({ cli }) => cli.token.name },
      scope: { kind: 'list', value: 'SCOPES', choices: TOKEN_SCOPES, help: ({ cli }) => cli.token.scope },
      expires: { kind: 'text', value: '90d', help: ({ cli }) => cli.token.expires },
    },
    examples: ['shp token create --name nightly --scope read,export --expires 90d'],
    prints: true,
    async run({ options: { name, scope: scopes, expires } }, context) {
      if (!name) throw new UsageError(context.texts.cli.usage.missingFlags('--name'));
      const expiresInDays = daysFlag(context, '--expires', expires ?? '90d', TOKEN_DAYS_MAX);
      const api = await context.api();
      const made = await api.call(
        'POST session/create_token',
        { name, scopes: scopes ?? ['read'], expiresInDays },
        { idempotencyKey: randomUUID() },
      );
      const view = tokenView(context.dataTexts);
      const secret = screenColumn<Token>('token', context.texts.cli.token.token, ({ token }) => token, 'code');
      await printObject(context, { columns: [...view.columns, secret], paths: [...view.paths, 'token'] }, made);
      context.note(context.texts.cli.token.shownOnce);
    },
  }),
  command({
    name: 'token list',
    summary: ({ cli }) => cli.token.list,
    examples: ['shp token list'],
    prints: true,
    web: () => ({ path: '/profile', query: { tab: 'tokens' } }),
    async run(_input, context) {
      const api = await context.api();
      await printRows(context, tokenView(context.dataTexts), [await api.call('GET session/tokens', {})]);
    },
  }),
  command({
    name: 'token revoke',
    summary: ({ cli }) => cli.token.revoke,
    args: [{ name: 'ID', many: true }],
    examples: ['shp token revoke ID'],
    prints: 'on request',
    async run({ args: [ids] }, context) {
      const api = await context.api();
      const revoke = async (word: string) => {
        const id = await findToken(context, api, word);
        const { made } = await api.call('POST session/revoke_token', { id });
        if (made > 0) context.note(context.texts.cli.token.made(made));
        return { id, made };
      };
      await forEachId(context, ids, revoke, onRequest(context));
    },
  }),
];
