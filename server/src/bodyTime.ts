import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has a limit of its own for bodies that come slowly. */
    slowBody?: true;
  }
}

const BODY_MS = 30_000;

/** Bodies have to come within half a minute, but those of uploads: Node's own limit for requests knows no exception. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
    if (routeOptions.config.slowBody || (!encoding && (length === undefined || length === '0'))) return;
    const limit = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, BODY_MS);
    raw.once('close', () => clearTimeout(limit));
  });
}
