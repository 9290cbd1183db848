import { dataDir } from '../config/dataDir.ts';
import { command } from '../core/command.ts';
import { Failure, UsageError } from '../core/errors.ts';
import { harmless, write } from '../output/streams.ts';
import { VERSION } from '../version.ts';
import { LISTENING, listenAt, untilSignal } from './parts/listening.ts';
import { DATABASE_URL, databaseUrl, withPlaces } from './parts/places.ts';
import { DATA, FILES } from './parts/upkeep.ts';

/** Reads `HOST:PORT`; an IPv6 address stands in brackets. */
function metricsAt(flag: string | undefined, told: (flag: string) => string): { host: string; port: number } | null {
  if (flag === undefined) return null;
  const match = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(flag);
  if (!match?.[1] || Number(match[2]) > 65_535) throw new UsageError(told('--metrics'));
  return { host: match[1], port: Number(match[2]) };
}

const PORT = 8080;

export const commands = [
  command({
    name: 'serve',
    summary: ({ cli }) => cli.commands.serve,
    args: [],
    options: {
      ...LISTENING,
      ...DATA,
      ...DATABASE_URL,
      ...FILES,
      demo: { kind: 'maybe', value: 'SIZE', choices: ['small', 'full'], help: ({ cli }) => cli.serve.demo },
      noCaptcha: { kind: 'flag', help: ({ cli }) => cli.serve.noCaptcha },
      metrics: { kind: 'text', value: 'HOST:PORT', help: ({ cli }) => cli.serve.metrics },
      trustProxy: { kind: 'text', value: 'CIDR', help: ({ cli }) => cli.serve.trustProxy },
      publicUrl: { kind: 'text', value: 'URL', help: ({ cli }) => cli.serve.publicUrl },
    },
    examples: [
      'shp serve --demo',
      'shp serve --database-url postgres://shp@db.example/shp --data /srv/shp',
      'shp serve --database-url postgres://shp@db.example/shp --files s3://shp-files --data /srv/shp',
      'shp serve --host 0.0.0.0 --port 80 --data /srv/shp --public-url https://shp.example',
    ],
    ownSignals: true,
    async run({ options }, shp) {
      // First of all: who is a container's first process is sent no signal that it does not listen for.
      const stop = untilSignal();
      const { cli } = shp.texts;
      const data = dataDir(options.data);
      const { serve } = await import('@shp/server/main');
      const { isLocked, NewerDatabase, troubleOf } = await import('@shp/server/store/faults');
      const { DirectoryInUse } = await import('@shp/server/directoryLock');
      const settings = {
        data,
        databaseUrl: databaseUrl(shp, options.databaseUrl),
        files: options.files ?? null,
        captcha: !options.noCaptcha,
        demo: options.demo === undefined ? null : options.demo === 'full' ? ('full' as const) : ('small' as const),
        trustProxy: options.trustProxy ?? null,
        publicUrl: options.publicUrl ?? null,
        metrics: metricsAt(options.metrics, cli.usage.address),
        version: VERSION,
        adminPassword: process.env.SHP_ADMIN_PASSWORD || null,
      };
      const starting = listenAt(shp, { host: options.host, port: options.port ?? PORT }, (place) =>
        withPlaces(shp, '--files', () => serve({ ...place, ...settings })),
      ).catch((error: unknown) => {
        if (error instanceof DirectoryInUse) throw new Failure(cli.serve.inUse(data, error.pid, error.address));
        if (error instanceof NewerDatabase) throw new Failure(cli.serve.newer, cli.serve.newerHint);
        if (isLocked(error)) throw new Failure(cli.serve.locked(data), cli.serve.lockedHint);
        const trouble = troubleOf(error);
        if (trouble === 'damaged')
          throw new Failure(cli.backup.badDatabase((error as Error).message), cli.serve.damagedHint);
        if (trouble !== null) throw new Failure(cli.serve[trouble](data), cli.serve[`${trouble}Hint`]);
        throw error;
      });
      // What was begun is left as a kill would leave it, which needs no repair.
      const running = await Promise.race([starting, stop]);
      if (running === undefined) return;
      if (running.clockBehind !== null)
        shp.streams.err.write(`${cli.serve.clockBehind(running.clockBehind.now, running.clockBehind.last)}\n`);
      const lines = [cli.serve.listening(running.url, data)];
      if (running.adminPassword !== null) lines.push(cli.serve.admin('admin', running.adminPassword));
      for (const { role, account, password } of running.demoAccounts) {
        lines.push(cli.serve.demoAccount(shp.texts.common.roles[role as 'admin'] ?? harmless(role), account, password));
      }
      await write(shp.streams.out, `${lines.join('\n')}\n`);
      await stop;
      await running.close();
    },
  }),
];
