import { printOnRequest } from '../../bulk/forEachId.ts';
import { command } from '../../command/command.ts';
import { nearestOf } from '../../command/lookup.ts';
import { changeConfig } from '../../config/config.ts';
import { addressOf, DEFAULT_SERVER } from '../../config/server.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { placeView } from '../../lists/resultViews.ts';
import { screenColumn, worded } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';

type Row = { name: string | null; url: string; current: boolean; account: string | null };

export const commands = [
  command({
    name: 'server list',
    summary: ({ cli }) => cli.server.list,
    examples: ['shp server list'],
    prints: true,
    web: null,
    async run(_input, context) {
      const { servers, sessions, current = DEFAULT_SERVER } = context.config;
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
      const { columns } = context.dataTexts.cli.server;
      const view = {
        columns: [
          worded<Row>('current', columns.current, (row) => (row.current ? '*' : '')),
          screenColumn<Row>('name', columns.name, ({ name }) => name),
          screenColumn<Row>('url', columns.url, ({ url }) => url),
          screenColumn<Row>('account', context.dataTexts.common.fields.account, ({ account }) => account),
        ],
        paths: ['name', 'url', 'current', 'account'],
      };
      await printRows(context, view, [rows]);
    },
  }),
  command({
    name: 'server use',
    summary: ({ cli }) => cli.server.use,
    args: [{ name: 'NAME' }],
    prints: 'on request',
    examples: ['shp server use office', 'shp server use https://shp.example'],
    async run({ args: [name] }, context) {
      const { servers } = context.config;
      const nearest = servers[name] === undefined ? nearestOf(name, Object.keys(servers)) : [];
      if (nearest.length > 0) throw new UsageError(context.texts.cli.server.unknown(name, nearest));
      const url = servers[name] ?? addressOf(name, context.texts);
      await changeConfig(context.configDir, (config) => {
        config.current = url;
      });
      context.note(context.texts.cli.server.inUse(url));
      await printOnRequest(context, placeView(context.dataTexts), { server: url });
    },
  }),
  command({
    name: 'server add',
    summary: ({ cli }) => cli.server.add,
    args: [{ name: 'NAME' }, { name: 'URL' }],
    examples: ['shp server add office https://shp.example'],
    prints: 'on request',
    async run({ args: [name, address] }, context) {
      if (!/^[\w.-]+$/.test(name)) throw new UsageError(context.texts.cli.usage.serverName(name));
      const url = addressOf(address, context.texts);
      await changeConfig(context.configDir, (config) => {
        config.servers[name] = url;
      });
      context.note(context.texts.cli.server.added(name, url));
      await printOnRequest(context, placeView(context.dataTexts), { server: url, name });
    },
  }),
  command({
    name: 'server remove',
    summary: ({ cli }) => cli.server.remove,
    args: [{ name: 'NAME' }],
    examples: ['shp server remove office'],
    prints: 'on request',
    async run({ args: [name] }, context) {
      const url = context.config.servers[name];
      if (url === undefined)
        throw new Failure(context.texts.cli.server.unknown(name, nearestOf(name, Object.keys(context.config.servers))));
      await changeConfig(context.configDir, (config) => {
        delete config.servers[name];
        delete config.sessions[url];
        if (config.current === url) delete config.current;
      });
      context.note(context.texts.cli.server.removed(name));
      await printOnRequest(context, placeView(context.dataTexts), { server: url, name });
    },
  }),
];
