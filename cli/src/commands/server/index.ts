import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { changeConfig } from '../../config/config.ts';
import { addressOf, DEFAULT_SERVER } from '../../config/server.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { placeView } from '../../lists/resultViews.ts';
import { own } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

type Row = { name: string | null; url: string; current: boolean; account: string | null };

export const commands = [
  command({
    name: 'server list',
    summary: ({ cli }) => cli.server.list,
    args: [],
    options: {},
    examples: ['shp server list'],
    prints: true,
    async run(_input, shp) {
      const { servers, sessions, current = DEFAULT_SERVER } = shp.config;
      const names = new Map(Object.entries(servers).map(([name, url]) => [url, name]));
      const urls = [...new Set([...Object.values(servers), ...Object.keys(sessions), current])].sort();
      const rows = urls.map(
        (url): Row => ({
          name: names.get(url) ?? null,
          url,
          current: url === current,
          account: sessions[url]?.account ?? null,
        }),
      );
      const { columns } = shp.dataTexts.cli.server;
      const view = {
        columns: [
          own<Row>(
            'current',
            columns.current,
            (row) => row.current,
            'text',
            (row) => (row.current ? '*' : ''),
          ),
          own<Row>('name', columns.name, ({ name }) => name),
          own<Row>('url', columns.url, ({ url }) => url),
          own<Row>('account', shp.dataTexts.common.fields.account, ({ account }) => account),
        ],
        paths: ['name', 'url', 'current', 'account'],
      };
      await printRows(shp, view, [rows]);
    },
  }),
  command({
    name: 'server use',
    summary: ({ cli }) => cli.server.use,
    args: [{ name: 'NAME' }],
    options: {},
    prints: 'on request',
    examples: ['shp server use office', 'shp server use https://shp.example'],
    async run({ args: [name] }, shp) {
      const url = shp.config.servers[name] ?? addressOf(name, shp.texts);
      await changeConfig(shp.configDir, (config) => {
        config.current = url;
      });
      shp.note(shp.texts.cli.server.inUse(url));
      await printOnRequest(shp, placeView(shp.dataTexts), { server: url });
    },
  }),
  command({
    name: 'server add',
    summary: ({ cli }) => cli.server.add,
    args: [{ name: 'NAME' }, { name: 'URL' }],
    options: {},
    examples: ['shp server add office https://shp.example'],
    prints: 'on request',
    async run({ args: [name, address] }, shp) {
      if (!/^[\w.-]+$/.test(name)) throw new UsageError(shp.texts.cli.usage.serverName(name));
      const url = addressOf(address, shp.texts);
      await changeConfig(shp.configDir, (config) => {
        config.servers[name] = url;
      });
      shp.note(shp.texts.cli.server.added(name, url));
      await printOnRequest(shp, placeView(shp.dataTexts), { server: url, name });
    },
  }),
  command({
    name: 'server remove',
    summary: ({ cli }) => cli.server.remove,
    args: [{ name: 'NAME' }],
    options: {},
    examples: ['shp server remove office'],
    prints: 'on request',
    async run({ args: [name] }, shp) {
      const url = shp.config.servers[name];
      if (url === undefined) throw new Failure(shp.texts.cli.server.unknown(name));
      await changeConfig(shp.configDir, (config) => {
        delete config.servers[name];
        delete config.sessions[url];
        if (config.current === url) delete config.current;
      });
      shp.note(shp.texts.cli.server.removed(name));
      await printOnRequest(shp, placeView(shp.dataTexts), { server: url, name });
    },
  }),
];
