import { ApiError } from '@shp/shared/api/errors';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { resetEffectLines } from '@shp/shared/text/resetEffects';
import type { Api } from '../../api/client.ts';
import { forEachId, onRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { type AnyCommand, command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { type Found, onUser } from '../../command/lookup.ts';
import { idsOf } from '../../command/stdin.ts';
import { addedView } from '../../lists/resultViews.ts';
import { printObject, printRows } from '../../output/print.ts';

const IDS = [{ name: 'ID', many: true }] as const;

/** `shp <users> delete ID...`. */
export function deleteUsers(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} delete`,
    summary: ({ cli }) => cli.users.delete,
    args: IDS,
    options: { hard: { kind: 'flag', help: ({ cli }) => cli.options.hard } },
    examples: [
      `shp ${kind} delete ACCOUNT ACCOUNT --yes`,
      `shp ${kind} list --all --fields account --format tsv --headings none | shp ${kind} delete - --yes`,
    ],
    prints: 'on request',
    async run({ args: [words], options: { hard } }, context) {
      const ids = await idsOf(context, words);
      const { prompts } = context.texts.cli;
      await confirm(context, hard ? prompts.deleteHard(ids.length) : prompts.delete(ids.length));
      const api = await context.api();
      if (!context.globals.yes) {
        const { question } = context.texts.cli.deleteEffects;
        await confirmEffects(context, api, kind, ids, { read: readDeleteEffects(context), question, bin: hard });
      }
      const remove = (userId: string) => api.call('POST user/delete', { userId, softDelete: !hard });
      await changeEach(context, api, kind, ids, remove, hard);
    },
  });
}

/** Makes a call for each account and prints the account on request. `bin`: looks in the recycle bin first. */
async function changeEach(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  ids: readonly string[],
  call: (id: string) => Promise<unknown>,
  bin: boolean,
): Promise<void> {
  const change = async ({ id, user }: Found) => {
    await call(id);
    return { id, account: user?.account };
  };
  await forEachId(context, ids, (word) => onUser(context, api, kind, word, change, bin), onRequest(context));
}

/** What the change takes from one account or from the caller, as lines after its name. */
type Read = (api: Api, id: string) => Promise<string[]>;

/** Prints what the change takes away, and asks again if there is anything. Unknown words are left to the command. */
async function confirmEffects(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  words: readonly string[],
  { read, question, bin }: { read: Read; question: string; bin: boolean },
) {
  let open = 0;
  for (const word of words) {
    const lines = await onUser(context, api, kind, word, ({ id }) => read(api, id), bin).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    });
    for (const line of lines) context.note(`${word}${context.texts.common.marks.colon}${line}`);
    open += lines.length;
  }
  if (open > 0) await confirm(context, question);
}

function readDeleteEffects({ texts: { cli, common } }: CommandContext): Read {
  return async (api, id) => {
    const { reviews, applications } = await api.call('GET user/delete_effects', { id });
    const numbers = reviews.map(({ number }) => number).join(common.marks.list);
    const scored = reviews.reduce((sum, review) => sum + review.scored, 0);
    return [
      ...applications.map(({ number, status }) => cli.deleteEffects.application(number, common.statuses[status])),
      ...(reviews.length > 0 ? [cli.deleteEffects.reviews(numbers, scored)] : []),
    ];
  };
}

function readResetEffects({ texts: { lang, common } }: CommandContext): Read {
  return async (api, id) =>
    resetEffectLines((await api.call('GET user/reset_effects', { id })).assessments, lang, common);
}

/** `shp <users> recover ID...`. */
export function recoverUsers(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} recover`,
    summary: ({ cli }) => cli.users.recover,
    args: IDS,
    examples: [`shp ${kind} recover ACCOUNT`],
    prints: 'on request',
    async run({ args: [words] }, context) {
      const ids = await idsOf(context, words);
      const api = await context.api();
      await changeEach(context, api, kind, ids, (userId) => api.call('POST user/recover', { userId }), true);
    },
  });
}

/** `shp <users> reset-password ID...`. */
export function resetPasswords(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} reset-password`,
    summary: ({ cli }) => cli.users.resetPassword,
    args: IDS,
    examples: [`shp ${kind} reset-password ACCOUNT`, `shp ${kind} reset-password ACCOUNT ACCOUNT --yes`],
    prints: true,
    async run({ args: [words] }, context) {
      const ids = await idsOf(context, words);
      if (ids.length > 1) await confirm(context, context.texts.cli.prompts.reset(ids.length));
      const accounts = new Map<string, string>();
      const view = addedView(context.dataTexts, (id) => accounts.get(id));
      const api = await context.api();
      if (!context.globals.yes) {
        const question = context.texts.cli.prompts.resetAnyway;
        await confirmEffects(context, api, kind, ids, { read: readResetEffects(context), question, bin: false });
      }
      const reset = (word: string) =>
        onUser(context, api, kind, word, async ({ id, user }) => {
          if (user) accounts.set(id, user.account);
          return { id, ...(await api.call('POST user/reset_password', { id })) };
        });
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) return printObject(context, view, await reset(only));
      await forEachId(context, ids, reset, (rows) => printRows(context, view, rows));
    },
  });
}

/** `shp <users> reset-factor ID...`. */
export function resetFactors(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} reset-factor`,
    summary: ({ cli }) => cli.factor.reset,
    args: IDS,
    examples: [`shp ${kind} reset-factor ACCOUNT --yes`],
    prints: 'on request',
    async run({ args: [words] }, context) {
      const { cli } = context.texts;
      const ids = await idsOf(context, words);
      await confirm(context, cli.factor.resetAsk(ids.length));
      const api = await context.api();
      if (!context.globals.yes) {
        const question = cli.prompts.resetAnyway;
        await confirmEffects(context, api, kind, ids, { read: readResetEffects(context), question, bin: false });
      }
      await changeEach(context, api, kind, ids, (id) => api.call('POST user/reset_factor', { id }), false);
    },
  });
}
