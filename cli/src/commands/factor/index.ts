import type { Factor } from '@shp/shared/api/factors/factorObjects';
import type { Factors } from '@shp/shared/text/en/factors/factors';
import { forEachId, onRequest } from '../../bulk/forEachId.ts';
import { ask } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import { loadFactors } from '../../lib/texts.ts';
import { screenColumn, type View, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

/** Prints recovery codes, each in a row of its own. */
async function printCodes(context: CommandContext, words: Factors, codes: readonly string[]): Promise<void> {
  const view: View<{ code: string }> = {
    columns: [screenColumn('code', words.codes.title, ({ code }) => code, 'code')],
    paths: ['code'],
  };
  await printRows(context, view, [codes.map((code) => ({ code }))]);
  context.note(words.codes.note);
}

export const commands = [
  command({
    name: 'factor list',
    summary: ({ cli }) => cli.factor.list,
    examples: ['shp factor list'],
    prints: true,
    web: null,
    async run(_input, context) {
      const words = await loadFactors(context.dataTexts.lang);
      const view: View<Factor> = {
        columns: [
          screenColumn('id', 'ID', ({ id }) => id, 'code'),
          worded('kind', words.kind, ({ kind }) => words.kinds[kind]),
          screenColumn('name', words.name, ({ name }) => name),
          screenColumn('createdAt', words.createdAt, ({ createdAt }) => createdAt, 'time'),
          screenColumn('lastUsedAt', words.lastUsedAt, ({ lastUsedAt }) => lastUsedAt, 'time'),
        ],
        paths: ['id', 'kind', 'name', 'createdAt', 'lastUsedAt'],
      };
      const api = await context.api();
      const { factors, codes } = await api.call('GET session/factors', {});
      await printRows(context, view, [factors]);
      if (factors.length > 0) context.note(words.codes.left(codes));
    },
  }),
  command({
    name: 'factor add',
    summary: ({ cli }) => cli.factor.add,
    args: [{ name: 'KIND', choices: ['totp'] }],
    options: { name: { kind: 'text', value: 'NAME', help: ({ cli }) => cli.factor.name } },
    examples: ['shp factor add totp', 'shp factor add totp --name phone'],
    prints: true,
    async run({ args: [kind], options }, context) {
      const { cli } = context.texts;
      const words = await loadFactors(context.texts.lang);
      if (!context.canAsk) throw new UsageError(cli.factor.needsTerminal);
      const api = await context.api();
      const { id, secret, uri } = await api.call('POST session/begin_totp', {});
      context.note(cli.factor.secret(secret, uri));
      const code = await ask(context, cli.factor.askCode, '');
      const name = options.name ?? words.defaultName[kind];
      const { codes } = await api.call('POST session/add_totp', { id, code, name });
      context.note(words.added);
      if (codes === null) return;
      await printCodes(context, words, codes);
    },
  }),
  command({
    name: 'factor remove',
    summary: ({ cli }) => cli.factor.remove,
    args: [{ name: 'ID', many: true }],
    examples: ['shp factor remove ID'],
    prints: 'on request',
    async run({ args: [ids] }, context) {
      const api = await context.api();
      const remove = async (id: string) => {
        await api.call('POST session/remove_factor', { id });
        return { id };
      };
      await forEachId(context, ids, remove, onRequest(context));
    },
  }),
  command({
    name: 'factor codes',
    summary: ({ cli }) => cli.factor.codes,
    examples: ['shp factor codes > codes.txt'],
    prints: true,
    async run(_input, context) {
      const words = await loadFactors(context.texts.lang);
      const api = await context.api();
      await printCodes(context, words, (await api.call('POST session/recovery_codes', {})).codes);
    },
  }),
];
