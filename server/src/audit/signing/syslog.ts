import { createSocket } from 'node:dgram';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { SignedHead } from '@shp/shared/trust/history';

/** Facility "log audit" (13), severity "notice" (5). */
const PRIORITY = 13 * 8 + 5;

/**
 * Sends signed heads to another machine's syslog: one message of RFC 5424 in each datagram (RFC 5426). Each head covers
 * all earlier rows, so a lost datagram matters only until the next one.
 */
export class HeadSyslog {
  private readonly socket;
  private sent: SignedHead | null = null;

  constructor(private readonly to: { host: string; port: number }) {
    this.socket = createSocket(isIP(to.host) === 6 ? 'udp6' : 'udp4').unref();
  }

  /** Sends a head unless it equals the last one sent. @throws Error if the host has no address or is out of reach */
  async send(head: SignedHead | null): Promise<void> {
    if (head === null || head === this.sent) return;
    const { host, port } = this.to;
    await new Promise<void>((resolve, reject) => {
      this.socket.send(messageOf(head), port, host, (error) => (error ? reject(error) : resolve()));
    });
    this.sent = head;
  }

  close(): void {
    this.socket.close();
  }
}

/** The message: what `GET audit/head` answers, behind the header. */
function messageOf(signed: SignedHead): string {
  const { head, key, signature } = signed;
  const text = JSON.stringify({ head, key, signature });
  return `<${PRIORITY}>1 ${head.at} ${hostname() || '-'} shp ${process.pid} audit-head - ${text}`;
}
