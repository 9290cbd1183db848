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
/** OpenSSL's messages when the other side does not speak TLS. */
const NOT_TLS = /wrong version number|packet length too long|unknown protocol|http request|record layer failure/i;

/** The error for a request without a response, with its permanent cause if there is one. */
export function connectError(thrown: unknown, about: ConnectError['about']): ConnectError {
  const error = causeOf(thrown);
  const fault = faultOf(error);
  return new ConnectError(fault === 'wrongName' ? namesOf(error) : error.message, fault, about, { cause: thrown });
}

type Coded = Error & { code?: string; cert?: { subjectaltname?: string; subject?: { CN?: string } } };

/** The root cause: undici wraps tunnel errors, Node wraps the errors of several addresses. */
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

/** The host names in a certificate. */
function namesOf({ cert }: Coded): string {
  const names = cert?.subjectaltname?.replace(/\b(?:DNS|IP Address):/g, '');
  return names ?? cert?.subject?.CN ?? '?';
}

/** Whether the host speaks TLS on this port. */
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
