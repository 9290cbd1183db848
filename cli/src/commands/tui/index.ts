import { command } from '../../command/command.ts';
import { UsageError } from '../../lib/errors.ts';

export const commands = [
  command({
    name: 'tui',
    summary: ({ cli }) => cli.commands.tui,
    examples: ['shp', 'shp tui --server https://shp.example'],
    ownSignals: true,
    async run(_input, context) {
      if (!context.streams.in.isTTY || !context.streams.out.isTTY)
        throw new UsageError(context.texts.cli.usage.needsTerminal);
      const { openTui } = await import('../../tui/app/openTui.ts');
      await openTui(context);
    },
  }),
];
