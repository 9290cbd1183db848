import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { StoreAway } from '../src/fileStoreErrors.ts';
import { S3Client } from '../src/files/s3/client.ts';
import { placeOf } from '../src/files/s3/place.ts';

const IDLE_MS = 300;

let store: Server;
afterEach(() => {
  store.closeAllConnections();
  store.close();
});

/** A client of a store; `answer` handles its requests. */
async function clientOf(answer: RequestListener): Promise<S3Client> {
  store = createServer(answer).listen(0, '127.0.0.1');
  await once(store, 'listening');
  const { port } = store.address() as AddressInfo;
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const place = placeOf('s3://shp-test', { ...keys, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` });
  return new S3Client(place, IDLE_MS);
}

test.each(['GET', 'PUT', 'DELETE'] as const)('a %s whose answer stops half-way is given up', async (method) => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, { 'Content-Length': 1000 });
    response.write('half');
  });
  await expect(client.ask({ method, key: 'x' })).rejects.toBeInstanceOf(StoreAway);
});

test('an error response that breaks off is still an error', async () => {
  const client = await clientOf((_request, response) => {
    response.writeHead(403, { 'Content-Length': 1000 });
    response.write('<Error><Code>AccessDenied</Code>');
  });
  await expect(client.ask({ method: 'GET', key: 'x' })).rejects.toMatchObject({ status: 403 });
});

test('a slow store that makes progress, and a slow reader, do not time out', async () => {
  const piece = Buffer.alloc(64 * 1024, 1);
  const client = await clientOf(async (_request, response) => {
    response.writeHead(200, { 'Content-Length': 8 * piece.length });
    for (let at = 0; at < 8; at++) {
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS / 3));
      response.write(piece);
    }
    response.end();
  });
  expect((await buffer(await client.send({ method: 'GET', key: 'x' }))).length).toBe(8 * piece.length);
  let read = 0;
  for await (const chunk of await client.send({ method: 'GET', key: 'x' })) {
    read += (chunk as Buffer).length;
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 1.5));
  }
  expect(read).toBe(8 * piece.length);
});
