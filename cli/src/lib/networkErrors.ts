import { NetworkError } from '@shp/shared/api/errors';

/** What is wrong with a connection that another try cannot mend. */
export type Fault =
  | 'untrusted'
  | 'expired'
  | 'notYetValid'
  | 'wrongName'
  | 'plainServer'
  | 'tlsServer'
  | 'handshake'
  | 'proxyLogin'
  | 'proxyRefused'
  | 'badProxy';

/** A request that got no answer. */
export class ConnectError extends NetworkError {
  constructor(
    detail: string,
    /** null where the cause may pass. */
    readonly fault: Fault | null,
    /** The server's host and port, and the proxy of its protocol as the environment names it, without its password. */
    readonly about: { readonly host: string; readonly proxy: string | null },
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

const TRIES = new WeakMap<object, number>();

/** Notes on an error how often its request was tried, so that no outer loop starts over. */
export function giveUp(error: unknown, tries: number): unknown {
  if (typeof error === 'object' && error !== null) TRIES.set(error, tries);
  return error;
}

/** How often the request behind an error was tried. */
export function triesOf(error: object): number {
  return TRIES.get(error) ?? 1;
}

export function wasGivenUp(error: unknown): boolean {
  return typeof error === 'object' && error !== null && TRIES.has(error);
}
