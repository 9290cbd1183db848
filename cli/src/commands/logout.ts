import { forgetCompletions } from '../complete/cache.ts';
import { changeConfig } from '../config/config.ts';
import { command } from '../core/command.ts';

export const commands = [
  command({
    name: 'logout',
    summary: ({ cli }) => cli.commands.logout,
    args: [],
    options: {},
    examples: ['shp logout', 'shp logout --server https://shp.example'],
    async run(_input, shp) {
      const { cli } = shp.texts;
      const { session, server } = shp;
      if (!session) return shp.note(cli.login.notLoggedIn(server));
      // The session is gone here whatever the server says, or whether it says anything.
      await changeConfig(shp.configDir, (config) => {
        delete config.sessions[server];
      });
      forgetCompletions(shp.configDir);
      const api = await shp.apiWith(session.token);
      await api.call('POST session/logout', {}).catch(() => {});
      shp.note(cli.login.loggedOut(server));
    },
  }),
];
