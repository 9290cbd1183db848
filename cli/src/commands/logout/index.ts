import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { forgetCompletions } from '../../config/completionCache.ts';
import { changeConfig } from '../../config/config.ts';
import { placeView } from '../../lists/resultViews.ts';

export const commands = [
  command({
    name: 'logout',
    summary: ({ cli }) => cli.commands.logout,
    prints: 'on request',
    examples: ['shp logout', 'shp logout --server https://shp.example'],
    async run(_input, context) {
      const { cli } = context.texts;
      const { session, server } = context;
      if (!session) {
        context.note(cli.login.notLoggedIn(server));
        return printOnRequest(context, placeView(context.dataTexts), { server });
      }
      // Deletes the local session even if the server fails or does not respond.
      await changeConfig(context.configDir, (config) => {
        delete config.sessions[server];
      });
      forgetCompletions(context.configDir);
      const api = await context.apiWith(session.token);
      await api.call('POST session/logout', {}).catch(() => {});
      context.note(cli.login.loggedOut(server));
      await printOnRequest(context, placeView(context.dataTexts), { server, account: session.account });
    },
  }),
];
