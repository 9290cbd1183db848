import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has its own timeout for slow bodies. */
    slowBody?: true;
  }
}

const BODY_MS = 30_000;

/** Whether a request has a body that may still be arriving. */
export function bringsBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Bodies must arrive within 30 s, except uploads. Node's own request timeout allows no exception. */
export function setRequestTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.slowBody || !bringsBody(raw)) return;
    const limit = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, BODY_MS);
    raw.once('close', () => clearTimeout(limit));
  });
}

/** Close the connection if the client reads nothing for this long; a download can resume. */
const ANSWER_MS = 60_000;

/** Closes connections if the client stops reading the response. Node resets the timeout when the response ends. */
export function setResponseTimeout(app: FastifyInstance, milliseconds = ANSWER_MS): void {
  app.addHook('onSend', async ({ raw }) => {
    raw.socket.setTimeout(milliseconds);
  });
}
