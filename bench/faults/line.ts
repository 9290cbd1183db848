import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; retryAfter: string | undefined; body: string };

const HEAD_END = '\r\n\r\n';

/**
 * One connection that stays open, with one request at a time on it: much cheaper than a client of HTTP, so that one
 * process can ask for far more than a server can answer.
 */
export class Line {
  private readonly socket: Socket;
  /** Fulfilled once it stands. */
  readonly open: Promise<unknown>;
  private text = '';
  private waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  /** The server has closed it, or it could not be opened. */
  closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.open = once(this.socket, 'connect');
    this.open.catch(() => {});
    // One character a byte: lengths are as the server tells them.
    this.socket.setEncoding('latin1');
    this.socket.on('data', (chunk: string) => this.take(chunk));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.waiting?.reject(new Error('the line broke'));
    });
  }

  /** Sends a whole request and waits for its answer. */
  ask(request: string): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  end(): void {
    this.socket.destroy();
  }

  private take(chunk: string): void {
    this.text = this.text === '' ? chunk : this.text + chunk;
    const end = this.text.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.text.slice(0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const from = end + HEAD_END.length;
    if (this.text.length < from + length) return;
    const body = Buffer.from(this.text.slice(from, from + length), 'latin1').toString('utf8');
    this.text = '';
    const { waiting } = this;
    this.waiting = null;
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      retryAfter: /\r\nretry-after: (\d+)/i.exec(head)?.[1],
      body,
    });
  }
}

/** The bytes of a request. */
export function requestOf(method: 'GET' | 'POST', path: string, token: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Accept-Language: en'];
  if (token !== '') lines.push(`Token: ${token}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}${HEAD_END}${text}`;
}
