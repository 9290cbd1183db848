import { command } from '../../command/command.ts';
import { Failure } from '../../lib/errors.ts';
import { folded, write } from '../../lib/streams.ts';
import { LISTEN_FLAGS, listenAt, waitForSignal, warnOfPlainHttp } from '../flags/listenFlags.ts';

/** Does not collide with `shp serve` on the same machine. */
const PORT = 8081;

export const commands = [
  command({
    name: 'web',
    summary: ({ cli }) => cli.web.web,
    options: { ...LISTEN_FLAGS, port: { kind: 'number', value: 'PORT', help: ({ cli }) => cli.web.port } },
    examples: ['shp web --server https://shp.example', 'shp web --server office --port 9000'],
    ownSignals: true,
    async run({ options }, context) {
      const { cli } = context.texts;
      const { NoConsole, serveConsole } = await import('@shp/server/http/consoleProxy');
      const { server } = context;
      const { loadDispatch, proxiesFrom } = await import('../../api/transport.ts');
      // Browsers limit their connections by themselves.
      const dispatch = await loadDispatch(proxiesFrom(process.env), null);
      warnOfPlainHttp(context, options.host, { behind: false });
      const running = await listenAt(context, { host: options.host, port: options.port ?? PORT }, (place) =>
        serveConsole({ ...place, server, dispatch }),
      ).catch((error: unknown) => {
        throw error instanceof NoConsole ? new Failure(cli.web.notBuilt) : error;
      });
      const { streams } = context;
      await write(streams.out, folded(streams, streams.out, `${cli.web.listening(running.url, server)}\n`));
      await waitForSignal();
      await running.close();
    },
  }),
];
