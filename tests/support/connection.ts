import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Reply = { status: number; retryAfter: string | undefined; body: string };

const HEAD_END = '\r\n\r\n';

/** A kept connection with one request at a time, so cheap that one process can ask for more than a server can answer. */
export class Line {
  private readonly socket: Socket;
  /** Fulfilled once the connection is open. */
  readonly open: Promise<unknown>;
  private text = '';
  private waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  /** The server closed it, or it could not be opened. */
  closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.open = once(this.socket, 'connect');
    this.open.catch(() => {});
    // One character per byte, so that lengths are those of Content-Length.
    this.socket.setEncoding('latin1');
    this.socket.on('data', (chunk: string) => this.take(chunk));
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.waiting?.reject(new Error('the connection broke'));
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

export type Answer = Reply & { milliseconds: number };

/** Sends many requests in one moment, each on its own open connection; those with a body are POSTs. */
export async function burst(
  url: string,
  requests: readonly { path: string; token: string; body?: object }[],
): Promise<Answer[]> {
  const lines = requests.map(() => new Line(url));
  await Promise.all(lines.map((line) => line.open));
  return Promise.all(
    lines.map(async (line, index) => {
      const { path = '/', token = '', body } = requests[index] ?? {};
      const began = performance.now();
      const reply = await line.ask(requestOf(body ? 'POST' : 'GET', path, token, body)).finally(() => line.end());
      return { ...reply, milliseconds: performance.now() - began };
    }),
  );
}
