import { command } from '../../command/command.ts';
import { write } from '../../lib/streams.ts';
import { VERSION } from '../../version.ts';

export const commands = [
  command({
    name: 'version',
    summary: ({ cli }) => cli.commands.version,
    args: [],
    options: {},
    examples: ['shp version'],
    async run(_input, context) {
      await write(context.streams.out, `${VERSION}\n`);
    },
  }),
];
