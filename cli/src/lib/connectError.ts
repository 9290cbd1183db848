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
