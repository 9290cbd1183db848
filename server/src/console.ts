import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the built console lies: beside the bundle in a package, in its workspace otherwise. */
export const CONSOLE_DIST = [new URL('./web', import.meta.url), new URL('../../web/dist', import.meta.url)]
  .map((url) => fileURLToPath(url))
  .find((folder) => existsSync(join(folder, 'index.html')));

/** The console, and the panorama list of the data directory. */
export async function addConsole(app: FastifyInstance, data: string): Promise<void> {
  app.get('/pano.json', { config: {} }, async (_request, reply) => {
    const own = await readFile(join(data, 'pano.json'), 'utf8').catch(() => null);
    const list = own ?? '[]';
    return reply
      .header('Content-Type', 'application/json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(list);
  });
  await addConsoleFiles(app);
}

/** The built console at `/`, compressed beforehand, its hashed files kept for a year. */
export async function addConsoleFiles(app: FastifyInstance): Promise<void> {
  if (CONSOLE_DIST === undefined) return;
  const page = join(CONSOLE_DIST, 'index.html');
  await app.register(fastifyStatic, {
    root: CONSOLE_DIST,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      reply.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Every other address is the console's own: it decides by the guard what to show.
  app.get('/*', { compress: false }, async (request, reply) => {
    if (request.url === '/api' || request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      return reply.callNotFound();
    return existsSync(page) ? reply.sendFile('index.html') : reply.callNotFound();
  });
}
