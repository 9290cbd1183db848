import { printOnRequest } from '../../bulk/forEachId.ts';
import { askSecret } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import { stdinLines } from '../../command/stdin.ts';
import { placeView } from '../../lists/resultViews.ts';
import { changePassword } from '../login/index.ts';

export const commands = [
  command({
    name: 'password',
    summary: ({ cli }) => cli.commands.password,
    options: { oldPasswordStdin: { kind: 'flag', help: ({ cli }) => cli.login.oldPasswordStdin } },
    prints: 'on request',
    examples: ['shp password', 'printf "%s\\n%s\\n" "$OLD" "$NEW" | shp password --old-password-stdin'],
    async run({ options }, context) {
      const { cli } = context.texts;
      const lines = options.oldPasswordStdin ? await stdinLines(context) : null;
      const old = lines ? (lines[0] ?? '') : await askSecret(context, cli.login.askOld, '--old-password-stdin');
      const api = await context.api();
      await changePassword(context, api, old, lines ? (lines[1] ?? '') : null);
      context.note(cli.login.passwordChanged);
      await printOnRequest(context, placeView(context.dataTexts), { server: context.server });
    },
  }),
];
