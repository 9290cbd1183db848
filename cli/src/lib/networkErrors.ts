import { NetworkError } from '@shp/shared/api/errors';

/** Permanent connection faults: a retry does not help. */
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

/** A request without a response. */
export class ConnectError extends NetworkError {
  constructor(
    detail: string,
    /** null if the cause may be temporary. */
    readonly fault: Fault | null,
    /** The server's host and port, and the proxy in use, without its password. */
    readonly about: { readonly host: string; readonly proxy: string | null },
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

const TRIES = new WeakMap<object, number>();

/** Marks an error with its number of tries, so that outer loops do not retry again. */
export function markRetried(error: unknown, tries: number): unknown {
  if (typeof error === 'object' && error !== null) TRIES.set(error, tries);
  return error;
}

/** The number of tries of the failed request. */
export function triesOf(error: object): number {
  return TRIES.get(error) ?? 1;
}

export function wasRetried(error: unknown): boolean {
  return typeof error === 'object' && error !== null && TRIES.has(error);
}
