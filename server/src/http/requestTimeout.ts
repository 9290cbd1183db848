import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has a limit of its own for bodies that come slowly. */
    slowBody?: true;
  }
}

const BODY_MS = 30_000;

/** Whether a request has a body that may still be coming. */
export function bringsBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Bodies have to come within half a minute, but those of uploads: Node's own limit for requests knows no exception. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.slowBody || !bringsBody(raw)) return;
    const limit = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, BODY_MS);
    raw.once('close', () => clearTimeout(limit));
  });
}
