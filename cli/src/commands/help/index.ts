import { type AnyCommand, command } from '../../command/command.ts';
import { printHelp } from '../../command/help.ts';
import type { Registry } from '../../command/registry.ts';

/** `shp help`. The registry is an argument because it imports this file. */
export function helpCommands(registry: Registry): AnyCommand[] {
  return [
    command({
      name: 'help',
      summary: ({ cli }) => cli.commands.help,
      args: [{ name: 'COMMAND', optional: true, many: true }],
      examples: [
        'shp help stations',
        'shp help stations import',
        'shp help flags',
        'shp help environment',
        'shp help formatting',
        'shp help exit-codes',
      ],
      async run({ args: [words] }, context) {
        await printHelp(registry, words ?? [], context.texts, context.streams, context.streams.out);
      },
    }),
  ];
}
