import { homedir } from 'node:os';
import { join } from 'node:path';
import { command } from '../core/command.ts';
import { Failure, UsageError } from '../core/errors.ts';
import { harmless, write } from '../output/streams.ts';
import { VERSION } from '../version.ts';

const PORT = 8080;

/** `--data`, `SHP_DATA`, else the platform's place for data. */
export function dataDir(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string {
  if (flag) return flag;
  if (env.SHP_DATA) return env.SHP_DATA;
  if (process.platform === 'win32') return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'shp');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'shp', 'data');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'shp');
}

/** Reads `HOST:PORT`; an IPv6 address stands in brackets. */
function metricsAt(flag: string | undefined, told: (flag: string) => string): { host: string; port: number } | null {
  if (flag === undefined) return null;
  const match = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(flag);
  if (!match?.[1] || Number(match[2]) > 65_535) throw new UsageError(told('--metrics'));
  return { host: match[1], port: Number(match[2]) };
}

export const commands = [
  command({
    name: 'serve',
    summary: ({ cli }) => cli.commands.serve,
    args: [],
    options: {
      host: { kind: 'text', value: 'ADDRESS', help: ({ cli }) => cli.serve.host },
      port: { kind: 'number', value: 'PORT', help: ({ cli }) => cli.serve.port },
      data: { kind: 'text', value: 'DIR', help: ({ cli }) => cli.serve.data },
      demo: { kind: 'maybe', value: 'SIZE', choices: ['small', 'full'], help: ({ cli }) => cli.serve.demo },
      noCaptcha: { kind: 'flag', help: ({ cli }) => cli.serve.noCaptcha },
      metrics: { kind: 'text', value: 'HOST:PORT', help: ({ cli }) => cli.serve.metrics },
      trustProxy: { kind: 'text', value: 'CIDR', help: ({ cli }) => cli.serve.trustProxy },
      publicUrl: { kind: 'text', value: 'URL', help: ({ cli }) => cli.serve.publicUrl },
    },
    examples: [
      'shp serve --demo',
      'shp serve --host 0.0.0.0 --port 80 --data /srv/shp --public-url https://shp.example',
    ],
    ownSignals: true,
    async run({ options }, shp) {
      const { cli } = shp.texts;
      const port = options.port ?? PORT;
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw new UsageError(cli.usage.between('--port', 0, 65_535));
      const data = dataDir(options.data);
      const { serve } = await import('@shp/server/main');
      const { DirectoryInUse } = await import('@shp/server/directoryLock');
      const running = await serve({
        host: options.host ?? '127.0.0.1',
        port,
        data,
        captcha: !options.noCaptcha,
        demo: options.demo === undefined ? null : options.demo === 'full' ? 'full' : 'small',
        trustProxy: options.trustProxy ?? null,
        publicUrl: options.publicUrl ?? null,
        metrics: metricsAt(options.metrics, cli.usage.address),
        version: VERSION,
        adminPassword: process.env.SHP_ADMIN_PASSWORD || null,
      }).catch((error: unknown) => {
        if (error instanceof DirectoryInUse) throw new Failure(cli.serve.inUse(data, error.pid, error.address));
        throw error;
      });
      const stop = Promise.race(
        (['SIGINT', 'SIGTERM'] as const).map(
          (name) => new Promise<void>((resolve) => process.once(name, () => resolve())),
        ),
      );
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
