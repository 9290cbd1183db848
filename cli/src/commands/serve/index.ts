import { isDate } from '@shp/shared/domain/lib/days';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { folded, sanitized, say, write } from '../../lib/streams.ts';
import { loadDoctor } from '../../lib/texts.ts';
import { type Progress, progress } from '../../output/progress.ts';
import { VERSION } from '../../version.ts';
import { LISTEN_FLAGS, listenAt, waitForSignal, warnOfPlainHttp } from '../flags/listenFlags.ts';
import { createPrivately, DATA, FILES } from '../flags/maintenanceFlags.ts';
import { DATABASE_URL, databaseUrl, withStorageErrors } from '../flags/storageFlags.ts';

/** Parses the `HOST:PORT` of a flag; an IPv6 address is in brackets. @throws UsageError */
function addressAt(context: CommandContext, flag: string, given: string | undefined) {
  if (given === undefined) return null;
  const match = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(given);
  if (!match?.[1] || Number(match[2]) > 65_535) throw new UsageError(context.texts.cli.usage.address(flag));
  return { host: match[1], port: Number(match[2]) };
}

const PORT = 8080;
const PORT_VARIABLE = 'SHP_PORT';
const DEMO_DAY_VARIABLE = 'SHP_DEMO_DAY';

/** @throws UsageError */
function portFromEnvironment(context: CommandContext): number {
  const given = process.env[PORT_VARIABLE];
  if (!given) return PORT;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(context.texts.cli.usage.between(PORT_VARIABLE, 0, 65_535));
}

/** The day of the demo's data from the environment. @throws UsageError */
function demoDay(context: CommandContext): string | null {
  const given = process.env[DEMO_DAY_VARIABLE];
  if (!given) return null;
  if (isDate(given)) return given;
  throw new UsageError(context.texts.cli.usage.notDay(DEMO_DAY_VARIABLE, given));
}

/** Shows how far the tree of an older version's audit is, from the second batch on. */
function treeProgress(context: CommandContext): (done: number, total: number) => void {
  let bar: Progress | null = null;
  return (done, total) => {
    if (done < total) bar ??= progress(context, context.texts.cli.serve.tree, 'rows');
    bar?.at(done, total);
    if (done === total) bar?.end();
  };
}

export const commands = [
  command({
    name: 'serve',
    summary: ({ cli }) => cli.commands.serve,
    options: {
      ...LISTEN_FLAGS,
      ...DATA,
      ...DATABASE_URL,
      ...FILES,
      demo: { kind: 'maybe', value: 'SIZE', choices: ['small', 'full'], help: ({ cli }) => cli.serve.demo },
      noCaptcha: { kind: 'flag', help: ({ cli }) => cli.serve.noCaptcha },
      metrics: { kind: 'text', value: 'HOST:PORT', help: ({ cli }) => cli.serve.metrics },
      syslog: { kind: 'text', value: 'HOST:PORT', help: ({ cli }) => cli.serve.syslog },
      trustProxy: { kind: 'text', value: 'CIDR', help: ({ cli }) => cli.serve.trustProxy },
      publicUrl: { kind: 'text', value: 'URL', help: ({ cli }) => cli.serve.publicUrl },
      logLevel: {
        kind: 'text',
        value: 'LEVEL',
        choices: ['error', 'warn', 'info', 'debug'],
        help: ({ cli }) => cli.serve.logLevel,
      },
    },
    examples: [
      'shp serve --demo',
      'shp serve --database-url postgres://shp@db.example/shp --data /srv/shp',
      'shp serve --database-url postgres://shp@db.example/shp --files s3://shp-files --data /srv/shp',
      'shp serve --data /srv/shp --trust-proxy 127.0.0.1/32 --public-url https://shp.example',
    ],
    ownSignals: true,
    async run({ options }, context) {
      // First: as PID 1 of a container, a process gets only signals that it handles.
      const stop = waitForSignal();
      const { cli } = context.texts;
      createPrivately();
      const data = dataDir(options.data);
      const { serve, UnfitAdminPassword } = await import('@shp/server/main');
      const { NewerDatabase, troubleOf } = await import('@shp/server/store/db/faults');
      const { isLocked } = await import('@shp/server/os/sqliteErrors');
      const { DirectoryInUse } = await import('@shp/server/os/dataDirLock');
      const { errorTexts } = await import('@shp/server/errorTexts');
      const settings = {
        data,
        databaseUrl: databaseUrl(context, options.databaseUrl),
        files: options.files ?? null,
        captcha: !options.noCaptcha,
        demo: options.demo === undefined ? null : options.demo === 'full' ? ('full' as const) : ('small' as const),
        demoDay: demoDay(context),
        trustProxy: options.trustProxy ?? null,
        publicUrl: options.publicUrl ?? null,
        metrics: addressAt(context, '--metrics', options.metrics),
        syslog: addressAt(context, '--syslog', options.syslog),
        logLevel: options.logLevel ?? 'warn',
        version: VERSION,
        adminPassword: process.env.SHP_ADMIN_PASSWORD || null,
        watchTree: treeProgress(context),
      };
      const isHttps = options.publicUrl?.startsWith('https:') ?? false;
      warnOfPlainHttp(context, options.host, { behind: options.trustProxy !== undefined || isHttps });
      const starting = listenAt(
        context,
        { host: options.host, port: options.port ?? portFromEnvironment(context) },
        (place) => withStorageErrors(context, '--files', () => serve({ ...place, ...settings })),
      ).catch((error: unknown) => {
        if (error instanceof DirectoryInUse) throw new Failure(cli.serve.inUse(data, error.pid, error.address));
        if (error instanceof UnfitAdminPassword)
          throw new UsageError(cli.serve.adminPassword(error.problem(errorTexts[context.texts.lang].text.password)));
        if (error instanceof NewerDatabase) throw new Failure(cli.serve.newer, cli.serve.newerHint);
        if (isLocked(error)) throw new Failure(cli.serve.locked(data), cli.serve.lockedHint);
        const trouble = troubleOf(error);
        if (trouble === 'damaged')
          throw new Failure(cli.backup.badDatabase((error as Error).message), cli.serve.damagedHint);
        if (trouble === 'full' || trouble === 'readOnly')
          throw new Failure(cli.serve[trouble](data), cli.serve[`${trouble}Hint`]);
        throw error;
      });
      // An aborted start leaves the data as a kill would; no repair is needed.
      const running = await Promise.race([starting, stop]);
      if (running === undefined) return;
      for (const directory of running.openDirectories) say(context.streams, cli.serve.openDirectory(directory));
      if (running.historyFault !== null) {
        const { history, historyAdvice, keyAdvice } = await loadDoctor(context.texts.lang);
        const advice = running.historyFault.startsWith('key') ? keyAdvice : historyAdvice;
        say(context.streams, context.texts.cli.serve.history(history[running.historyFault], advice));
      }
      if (running.unreadable.length > 0) {
        const { secretProblem, secretAdvice } = await loadDoctor(context.texts.lang);
        for (const { place, accounts } of running.unreadable)
          say(context.streams, cli.serve.unreadable(secretProblem(place, accounts.length), secretAdvice));
      }
      if (running.clockBehind !== null)
        say(context.streams, cli.serve.clockBehind(running.clockBehind.now, running.clockBehind.last));
      const lines = [cli.serve.listening(running.url, data)];
      if (running.adminPassword !== null) lines.push(cli.serve.admin('admin', running.adminPassword));
      for (const { role, account, password } of running.demoAccounts) {
        lines.push(
          cli.serve.demoAccount(context.texts.common.roles[role as 'admin'] ?? sanitized(role), account, password),
        );
      }
      await write(context.streams.out, folded(context.streams, context.streams.out, `${lines.join('\n')}\n`));
      await stop;
      await running.close();
    },
  }),
];
