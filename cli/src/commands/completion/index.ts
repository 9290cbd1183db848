import { command } from '../../command/command.ts';
import { SHELLS, script } from '../../completion/scripts.ts';
import { write } from '../../lib/streams.ts';

export const commands = [
  command({
    name: 'completion',
    summary: ({ cli }) => cli.commands.completion,
    args: [{ name: 'SHELL', choices: SHELLS }],
    examples: [
      'source <(shp completion bash)',
      'shp completion zsh > ~/.zsh/completions/_shp',
      'shp completion fish > ~/.config/fish/completions/shp.fish',
    ],
    async run({ args: [shell] }, context) {
      await write(context.streams.out, script(shell));
    },
  }),
];
