import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { forgetCompletions } from '../../config/completionCache.ts';
import { changeConfig } from '../../config/config.ts';
import { placeView } from '../../lists/resultViews.ts';

export const commands = [
  command({
    name: 'logout',
    summary: ({ cli }) => cli.commands.logout,
    args: [],
    options: {},
    prints: 'on request',
    examples: ['shp logout', 'shp logout --server https://shp.example'],
    async run(_input, shp) {
      const { cli } = shp.texts;
      const { session, server } = shp;
      if (!session) {
        shp.note(cli.login.notLoggedIn(server));
        return printOnRequest(shp, placeView(shp.dataTexts), { server });
      }
      // Deletes the local session even if the server fails or does not respond.
      await changeConfig(shp.configDir, (config) => {
        delete config.sessions[server];
      });
      forgetCompletions(shp.configDir);
      const api = await shp.apiWith(session.token);
      await api.call('POST session/logout', {}).catch(() => {});
      shp.note(cli.login.loggedOut(server));
      await printOnRequest(shp, placeView(shp.dataTexts), { server, account: session.account });
    },
  }),
];
