import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections at most. */
const MAX_CONNECTIONS = 4096;
/** Connections accepted above the limit, only to answer 503. */
const MAX_REFUSED = 256;
/** While the server shuts down, the time for the request of an open connection to arrive. */
const ENDING_MS = 1000;

/**
 * Limits a server's connections. When all are taken, a new one replaces the connection that has been idle longest, of
 * any client, so that a client cannot block others by holding many.
 */
export class ConnectionLimit {
  private readonly idle = new Set<Socket>();
  private readonly beyond = new WeakSet<Socket>();
  private open = 0;

  constructor(
    private readonly server: Server,
    private readonly most = MAX_CONNECTIONS,
  ) {
    server.maxConnections = most + MAX_REFUSED;
    server.on('connection', (socket: Socket) => this.take(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.idle.delete(socket);
      response.once('close', () => {
        if (!socket.destroyed) this.idle.add(socket);
      });
    });
  }

  /** Whether the request's connection is above the limit because no other was idle. */
  isBeyond({ socket }: IncomingMessage): boolean {
    return this.beyond.has(socket);
  }

  /**
   * Ends connections that carry no request until the server has closed: Node waits without limit for those that never
   * sent a whole one.
   */
  drain(): void {
    const timer = setInterval(() => {
      for (const socket of this.idle) this.end(socket);
    }, ENDING_MS);
    // A server that never listened does not close.
    timer.unref();
    this.server.once('close', () => clearInterval(timer));
  }

  private take(socket: Socket): void {
    this.open += 1;
    socket.once('close', () => {
      this.open -= 1;
      this.idle.delete(socket);
    });
    if (this.open > this.most) {
      const [longest] = this.idle;
      if (longest) this.end(longest);
      else this.beyond.add(socket);
    }
    this.idle.add(socket);
  }

  private end(socket: Socket): void {
    this.idle.delete(socket);
    socket.destroy();
  }
}
