import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const HEADER = 'x-forwarded-for';

/**
 * Cleans X-Forwarded-For, which others wrote: strips ports and brackets, and drops the header if the caller's entry is
 * not an address, so that the socket's address counts. Must run before anything reads `request.ip`.
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

/** Strips port and brackets from `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`. */
function addressOf(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry;
}
