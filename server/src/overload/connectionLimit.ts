import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many connections are open at once; */
const MOST = 4096;
/** so many more are taken to be told that there are too many. */
const TOLD = 256;

/**
 * Bounds the connections of a server. Who comes when all are taken pushes out the one on which nothing has been asked
 * for the longest time, whoever's it is: so nobody keeps others out by holding many.
 */
export class Connections {
  private readonly silent = new Set<Socket>();
  private readonly beyond = new WeakSet<Socket>();
  private open = 0;

  constructor(
    server: Server,
    private readonly most = MOST,
  ) {
    server.maxConnections = most + TOLD;
    server.on('connection', (socket: Socket) => this.take(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.silent.delete(socket);
      response.once('close', () => {
        if (!socket.destroyed) this.silent.add(socket);
      });
    });
  }

  /** Whether there was no room for a request's connection, as something was asked on all others. */
  isBeyond({ socket }: IncomingMessage): boolean {
    return this.beyond.has(socket);
  }

  private take(socket: Socket): void {
    this.open += 1;
    socket.once('close', () => {
      this.open -= 1;
      this.silent.delete(socket);
    });
    if (this.open > this.most) {
      const [longest] = this.silent;
      if (longest) this.end(longest);
      else this.beyond.add(socket);
    }
    this.silent.add(socket);
  }

  private end(socket: Socket): void {
    this.silent.delete(socket);
    socket.destroy();
  }
}
