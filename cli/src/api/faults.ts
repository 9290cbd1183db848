import { ConnectError, type Fault } from '../lib/networkErrors.ts';

const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_CA',
]);
const BY_CODE: Readonly<Record<string, Fault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongName',
};
/** What OpenSSL says of an answer that is no TLS. */
const NOT_TLS = /wrong version number|packet length too long|unknown protocol|http request|record layer failure/i;

/** The error of a request without an answer, with what another try cannot mend. */
export function connectError(thrown: unknown, about: ConnectError['about']): ConnectError {
  const error = causeOf(thrown);
  const fault = faultOf(error);
  return new ConnectError(fault === 'wrongName' ? namesOf(error) : error.message, fault, about, { cause: thrown });
}

type Coded = Error & { code?: string; cert?: { subjectaltname?: string; subject?: { CN?: string } } };

/** The error at the root: undici wraps that of a tunnel, Node those of several addresses of one name. */
function causeOf(thrown: unknown): Coded {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return causeOf(thrown.errors[0]);
  if (thrown instanceof Error) return thrown.cause instanceof Error ? causeOf(thrown.cause) : thrown;
  return new Error(String(thrown));
}

function faultOf({ code = '', message }: Coded): Fault | null {
  if (UNTRUSTED.has(code)) return 'untrusted';
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === '407' || message.endsWith('(407)')) return 'proxyLogin';
  if (status !== undefined) return ['502', '503', '504'].includes(status) ? null : 'proxyRefused';
  if (NOT_TLS.test(message)) return 'plainServer';
  return BY_CODE[code] ?? (code === 'EPROTO' || code.startsWith('ERR_SSL_') ? 'handshake' : null);
}

/** The names that a certificate is for. */
function namesOf({ cert }: Coded): string {
  const names = cert?.subjectaltname?.replace(/\b(?:DNS|IP Address):/g, '');
  return names ?? cert?.subject?.CN ?? '?';
}

/** Whether something at this place speaks TLS. */
export async function speaksTls(host: string, port: number): Promise<boolean> {
  const { connect } = await import('node:tls');
  return new Promise((resolve) => {
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    const socket = connect({ host, port, rejectUnauthorized: false }, () => end(true));
    socket.setTimeout(2000, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
