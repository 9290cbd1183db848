import { command } from '../../command/command.ts';
import { write } from '../../lib/streams.ts';
import { resultView } from '../../lists/resultViews.ts';
import { printObject } from '../../output/print.ts';
import { VERSION } from '../../version.ts';

export const commands = [
  command({
    name: 'version',
    summary: ({ cli }) => cli.commands.version,
    examples: ['shp version', 'shp version --format json'],
    prints: 'on request',
    async run(_input, context) {
      if (context.globals.format === undefined) return write(context.streams.out, `${VERSION}\n`);
      const version = { version: VERSION };
      await printObject(context, resultView(version), version);
    },
  }),
];
