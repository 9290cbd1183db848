// The floor: the same work by bare node:http and better-sqlite3, as little code as does it, on a copy of the same data.
// tsx bench/floor/server.ts FILE
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { listWork } from './lists.ts';
import { loginWork } from './logins.ts';
import { scoreWork, userWork } from './writes.ts';

/** Answers a request's query and body. */
export type Work = (query: URLSearchParams, body: string) => unknown;

const [file = ''] = process.argv.slice(2);
const write = new Sqlite(file);
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -32000'])
  write.pragma(pragma);
const read = new Sqlite(file, { readonly: true });
read.pragma('cache_size = -32000');

const works: Record<string, Work> = {
  '/list': listWork(read),
  '/scores': scoreWork(write),
  '/users': userWork(write),
  '/login': loginWork(read),
  '/health': () => ({ status: 'ok' }),
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search] = (request.url ?? '').split('?');
  let body = '';
  for await (const chunk of request) body += chunk;
  const text = JSON.stringify(await works[path]?.(new URLSearchParams(search), body));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
