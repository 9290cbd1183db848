import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';

/**
 * What stands in X-Forwarded-For was sent by others: ports and brackets go, and where the caller's address would not be
 * an address, the header goes, so that the socket's address counts. Must run before anything reads `request.ip`.
 */
export function checkForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    const sent = headers[HEADER];
    if (sent === undefined) return;
    headers[HEADER] = String(sent)
      .split(',')
      .map((entry) => addressOf(entry.trim()))
      .join(', ');
    if (isIP(request.ip) === 0) delete headers[HEADER];
  });
}

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]` without port and brackets. */
function addressOf(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}
