import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request's query and body. */
export type Work = (query: URLSearchParams, body: string) => unknown;

/** Bare node:http over the works by path; says its address. */
export function serve(works: Record<string, Work>): void {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', search] = (request.url ?? '').split('?');
    let body = '';
    for await (const chunk of request) body += chunk;
    const text = JSON.stringify(await works[path]?.(new URLSearchParams(search), body));
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
      .end(text);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
