import { printOnRequest } from '../../bulk/forEachId.ts';
import { splitWords } from '../../command/aliases.ts';
import { type AnyCommand, command } from '../../command/command.ts';
import { nearestOf } from '../../command/lookup.ts';
import type { Registry } from '../../command/registry.ts';
import { changeConfig } from '../../config/config.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

type Alias = { name: string; expansion: string };

const aliasView = ({ cli }: Texts): View<Alias> => ({
  columns: [
    screenColumn('name', cli.alias.columns.name, ({ name }) => name),
    screenColumn('expansion', cli.alias.columns.expansion, ({ expansion }) => expansion),
  ],
  sentences: true,
  paths: ['name', 'expansion'],
});

/** `shp alias …`. The registry is an argument because it imports this file. */
export function aliasCommands(registry: Registry): AnyCommand[] {
  return [
    command({
      name: 'alias set',
      summary: ({ cli }) => cli.alias.set,
      args: [{ name: 'NAME' }, { name: 'COMMAND' }],
      examples: [
        "shp alias set waiting 'assessments list --waiting'",
        "shp alias set find 'stations list --search $1 --all'",
      ],
      prints: 'on request',
      async run({ args: [name, expansion] }, context) {
        const { cli } = context.texts;
        if (!/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(name) || Object.hasOwn(registry, name))
          throw new UsageError(cli.usage.aliasName(name));
        const noun = splitWords(expansion, context.texts)[0] ?? '';
        if (!Object.hasOwn(registry, noun)) throw new UsageError(cli.usage.unknownCommand(noun, null));
        await changeConfig(context.configDir, (config) => {
          config.aliases = { ...config.aliases, [name]: expansion };
        });
        context.note(cli.alias.isNow(name, expansion));
        await printOnRequest(context, aliasView(context.dataTexts), { name, expansion });
      },
    }),
    command({
      name: 'alias list',
      summary: ({ cli }) => cli.alias.list,
      examples: ['shp alias list'],
      prints: true,
      web: null,
      async run(_input, context) {
        const rows = Object.entries(context.config.aliases ?? {}).map(([name, expansion]) => ({ name, expansion }));
        await printRows(context, aliasView(context.dataTexts), [rows.sort((a, b) => (a.name < b.name ? -1 : 1))]);
      },
    }),
    command({
      name: 'alias delete',
      summary: ({ cli }) => cli.alias.delete,
      args: [{ name: 'NAME' }],
      examples: ['shp alias delete waiting'],
      prints: 'on request',
      async run({ args: [name] }, context) {
        const expansion = context.config.aliases?.[name];
        if (expansion === undefined)
          throw new Failure(
            context.texts.cli.alias.unknown(name, nearestOf(name, Object.keys(context.config.aliases ?? {}))),
          );
        await changeConfig(context.configDir, ({ aliases }) => {
          delete aliases?.[name];
        });
        context.note(context.texts.cli.alias.deleted(name));
        await printOnRequest(context, aliasView(context.dataTexts), { name, expansion });
      },
    }),
  ];
}
