import { dayOf } from '@shp/shared/domain/lib/days';
import { command } from '../../command/command.ts';
import { printObject } from '../../output/print.ts';

export const commands = [
  command({
    name: 'whoami',
    summary: ({ cli }) => cli.commands.whoami,
    examples: ['shp whoami', 'shp whoami --fields account,role --format json'],
    prints: true,
    web: () => ({ path: '/profile' }),
    async run(_input, context) {
      const api = await context.api();
      const user = await api.call('GET user', {});
      const { selfView } = await import('../../lists/userView.ts');
      await printObject(context, selfView(user.role), user);
      if (context.tokenSource === null) return;
      const { name, scopes, expiresAt } = await api.call('GET session/self', {});
      if (name !== null) context.note(context.texts.cli.token.self(name, scopes.join(', '), dayOf(expiresAt)));
    },
  }),
];
