import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built console: beside the bundle of a package, else in its workspace, seen from cli/dist or from the sources. */
export const CONSOLE_DIST = ['./web', '../../web/dist', '../../../web/dist']
  .map((place) => fileURLToPath(new URL(place, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'index.html')));

/** The console, and the panorama list of the data directory. */
export async function addConsole(app: FastifyInstance, data: string): Promise<void> {
  app.get('/pano.json', async (_request, reply) => {
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
  const folder = CONSOLE_DIST;
  const beside = new Set(readdirSync(folder));
  await app.register(fastifyStatic, {
    // One address for all: an address for each of its hundreds of files costs a tenth of a second at the start.
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
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
    const [path = '', query = ''] = request.url.slice(1).split('?');
    if (path === 'verify') return reply.redirect(`/api/verify${query && `?${query}`}`);
    const name = beside.has(path) ? path : 'index.html';
    return existsSync(join(folder, name)) ? reply.sendFile(name, folder) : reply.callNotFound();
  });
}
