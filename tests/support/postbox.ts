import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';

/** A mail as its server took it. */
export type Taken = { id: string; to: string; subject: string; text: string; at: number };
/** What to do with the next message: take it, refuse it, or take it and break off before saying so. */
export type Mood = 'take' | 'refuse' | 'breakOff';

/** A mail server that keeps what it takes. */
export class Postbox {
  readonly taken: Taken[] = [];
  mood: () => Mood = () => 'take';
  /** Milliseconds before each mail is taken. */
  delay = 0;
  connections = 0;
  readonly #server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, callback) => {
      this.connections++;
      callback();
    },
    onData: (stream, session, callback) => {
      void simpleParser(stream).then(
        async ({ messageId = '', subject = '', text = '' }) => {
          if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
          const mood = this.mood();
          if (mood === 'refuse') return callback(Object.assign(new Error('try later'), { responseCode: 451 }));
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          this.taken.push({ id: messageId, to, subject, text, at: Date.now() });
          if (mood === 'breakOff') return callback(Object.assign(new Error('closing'), { responseCode: 421 }));
          callback();
        },
        // The sender was killed within the message.
        () => undefined,
      );
    },
  });

  async listen(): Promise<number> {
    // Killed clients break off.
    this.#server.on('error', () => {});
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

type Body = {
  type: string;
  timestamp: string;
  data: { id: string; kind: string; text: string; notices?: { id: string }[] };
};
/** A webhook call as its receiver took it. */
export type Called = { id: string; body: Body; at: number };

/** A receiver of webhooks that checks signatures and keeps what it takes. */
export class Receiver {
  readonly taken: Called[] = [];
  /** Calls whose signature was wrong. */
  forged = 0;
  secret = '';
  mood: () => Mood = () => 'take';
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      // The sender was killed.
      return;
    }
    const mood = this.mood();
    if (mood === 'refuse') return void response.writeHead(500).end();
    const {
      'webhook-id': id = '',
      'webhook-timestamp': stamp = '',
      'webhook-signature': signature,
    } = request.headers as Record<string, string>;
    const text = Buffer.concat(parts).toString();
    // Not `verify`: it refuses the times of a test's own clock.
    const right = new Webhook(this.secret).sign(id, new Date(Number(stamp) * 1000), text);
    if (signature === right) this.taken.push({ id, body: JSON.parse(text) as Body, at: Date.now() });
    else this.forged++;
    if (mood === 'breakOff') return void request.socket.destroy();
    response.writeHead(204).end();
  }
}

/** Each id once, where it was taken first. */
export function firstOnes<T extends { id: string }>(taken: readonly T[]): T[] {
  return taken.filter(({ id }, index) => taken.findIndex((other) => other.id === id) === index);
}
