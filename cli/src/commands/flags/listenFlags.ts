import type { Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { sanitized, say } from '../../lib/streams.ts';

const HOST = '127.0.0.1';

/** The address to listen on. */
export const LISTEN_FLAGS = {
  host: { kind: 'text', value: 'ADDRESS', help: ({ cli }) => cli.serve.host },
  port: { kind: 'number', value: 'PORT', help: ({ cli }) => cli.serve.port },
} as const satisfies Options;

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|(?:::ffff:127(?:\.\d+){3})|::1)$/i;

/** Warns if passwords would cross a network in plain text: http without a TLS proxy. */
export function warnOfPlainHttp(context: CommandContext, host: string | undefined, proxy: { behind: boolean }): void {
  if (host === undefined || LOOPBACK.test(host) || proxy.behind) return;
  say(context.streams, context.texts.cli.serve.plainHttp(sanitized(host)));
}

/** Starts a server on the given address; explains why it cannot listen. @throws UsageError, Failure */
export async function listenAt<T>(
  context: CommandContext,
  { host = HOST, port }: { host: string | undefined; port: number },
  start: (place: { host: string; port: number }) => Promise<T>,
): Promise<T> {
  const { serve, usage } = context.texts.cli;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(usage.between('--port', 0, 65_535));
  return start({ host, port }).catch((error: NodeJS.ErrnoException & { address?: string; port?: number }) => {
    if (error.syscall !== 'listen') throw error;
    const place = `${error.address ?? host}:${error.port ?? port}`;
    if (error.code === 'EADDRINUSE') throw new Failure(serve.portTaken(place), serve.portHint);
    if (error.code === 'EACCES') throw new Failure(serve.portDenied(place), serve.portHint);
    if (error.code === 'EADDRNOTAVAIL') throw new Failure(serve.noSuchAddress(place));
    throw error;
  });
}

/** Waits for SIGINT or SIGTERM. */
export async function waitForSignal(): Promise<void> {
  await Promise.race(
    (['SIGINT', 'SIGTERM'] as const).map((name) => new Promise<void>((resolve) => process.once(name, () => resolve()))),
  );
}
