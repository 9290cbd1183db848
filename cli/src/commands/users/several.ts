import type { UserKind } from '@shp/shared/domain/roles';
import { type AnyCommand, command } from '../../core/command.ts';
import type { Shp } from '../../core/context.ts';
import { confirm } from '../../input/ask.ts';
import { idsOf } from '../../input/stdin.ts';
import { printObject, printRows } from '../../output/print.ts';
import { forEachId } from '../parts/several.ts';
import { addedView } from '../parts/views.ts';
import { checkKind } from './ofKind.ts';

const IDS = [{ name: 'ID', many: true }] as const;

/** `shp <users> delete ID...`. */
export function deleteUsers(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} delete`,
    summary: ({ cli }) => cli.users.delete,
    args: IDS,
    options: { hard: { kind: 'flag', help: ({ cli }) => cli.options.hard } },
    examples: [
      `shp ${kind} delete ID ID --yes`,
      `shp ${kind} list --all --fields id --format tsv | tail -n +2 | shp ${kind} delete - --yes`,
    ],
    async run({ args: [words], options: { hard } }, shp) {
      const ids = await idsOf(shp, words);
      const { prompts } = shp.texts.cli;
      await confirm(shp, hard ? prompts.deleteHard(ids.length) : prompts.delete(ids.length));
      const api = await shp.api();
      await forEachId(shp, ids, async (userId) => {
        await checkKind(shp, api, kind, userId);
        await api.call('POST user/delete', { userId, softDelete: !hard });
      });
    },
  });
}

/** `shp <users> recover ID...`. */
export function recoverUsers(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} recover`,
    summary: ({ cli }) => cli.users.recover,
    args: IDS,
    options: {},
    examples: [`shp ${kind} recover ID`],
    async run({ args: [words] }, shp) {
      const ids = await idsOf(shp, words);
      const api = await shp.api();
      await forEachId(shp, ids, async (userId) => {
        await checkKind(shp, api, kind, userId);
        await api.call('POST user/recover', { userId });
      });
    },
  });
}

/** `shp <users> reset-password ID...`. */
export function resetPasswords(kind: UserKind): AnyCommand {
  return command({
    name: `${kind} reset-password`,
    summary: ({ cli }) => cli.users.resetPassword,
    args: IDS,
    options: {},
    examples: [`shp ${kind} reset-password ID`, `shp ${kind} reset-password ID ID --yes`],
    prints: true,
    async run({ args: [words] }, shp) {
      const ids = await idsOf(shp, words);
      if (ids.length > 1) await confirm(shp, shp.texts.cli.prompts.reset(ids.length));
      const reset = await resetter(shp, kind);
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) return printObject(shp, addedView(shp.texts), await reset(only));
      await forEachId(shp, ids, reset, (rows) => printRows(shp, addedView(shp.texts), rows));
    },
  });
}

async function resetter(
  shp: Shp,
  kind: UserKind,
): Promise<(id: string) => Promise<{ id: string; initialPassword: string }>> {
  const api = await shp.api();
  return async (id) => {
    await checkKind(shp, api, kind, id);
    return { id, ...(await api.call('POST user/reset_password', { id })) };
  };
}
