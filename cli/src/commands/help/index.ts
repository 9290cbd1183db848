import { command } from '../../command/command.ts';
import { printHelp } from '../../command/help.ts';

export const commands = [
  command({
    name: 'help',
    summary: ({ cli }) => cli.commands.help,
    args: [{ name: 'COMMAND', optional: true, many: true }],
    options: {},
    examples: ['shp help stations', 'shp help stations import', 'shp help exit-codes'],
    async run({ args: [words] }, shp) {
      await printHelp(words ?? [], shp.texts, shp.streams, shp.streams.out);
    },
  }),
];
