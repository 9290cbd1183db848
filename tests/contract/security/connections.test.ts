import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Line, requestOf } from '../../support/connection.ts';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { memory } from '../../support/processes.ts';
import { outcome } from '../../support/strictClient.ts';
import { encoded, pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const SOON = { timeout: 30_000 };

/** Opens a connection and sends `said` on it, if not empty. */
function opened(said: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  if (said !== '') socket.write(said);
  return socket;
}
const answerOn = async (socket: Socket) => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
};

test('thousands of connections from one client block no other client, and their number is bounded', async () => {
  const { pid = 0 } = server.process;
  const before = memory(pid);
  const used = new Line(server.url);
  await used.ask(requestOf('GET', '/api/health', ''));
  const many = Array.from({ length: 5000 }, (_, index) =>
    opened(index % 2 ? 'GET /api/health HTTP/1.1\r\nX-Slow: ' : ''),
  );
  try {
    // The server first sends an error to a slow client; the connection closes only after the client reads that.
    await vi.waitFor(() => expect(many.filter(({ closed }) => closed).length).toBeGreaterThan(800), SOON);
    for (let call = 0; call < 3; call++) {
      const line = new Line(server.url);
      expect((await line.ask(requestOf('GET', '/api/health', ''))).status).toBe(200);
      line.end();
    }
    expect(await outcome(server.admin.api.call('GET user', {}))).toBe('200');
    expect(memory(pid) - before).toBeLessThan(200);
  } finally {
    for (const socket of many) socket.destroy();
    used.end();
  }
});

const head = (path: string, headers: readonly string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`;

test('request bodies are limited per address; other addresses and calls without a body are served', async () => {
  const slow = head('/api/session/login', ['Content-Type: application/json', 'Content-Length: 1000']);
  const many = Array.from({ length: 100 }, () => opened(`${slow}{`));
  try {
    const refused = await Promise.race(many.map(answerOn));
    expect(refused).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: \d/i);
    await vi.waitFor(() => expect(many.filter(({ bytesRead }) => bytesRead > 0).length).toBe(36), SOON);
    expect(await outcome(server.admin.api.call('POST user/my_profile', {}))).toBe('200');
    expect(await outcome(server.guest.call('GET health', {}))).toBe('200');
  } finally {
    for (const socket of many) socket.destroy();
  }
  await vi.waitFor(() => server.login('admin', server.admin.password), SOON);
});

test('concurrent uploads are limited per account; other accounts can upload', async () => {
  const person = await addManager(server, 'province_manager', '450000');
  const document = { target: 'document', roles: '', filename: 'a.pdf' };
  const slow = () =>
    opened(
      `${head('/api/upload', [
        `Token: ${person.token}`,
        'Tus-Resumable: 1.0.0',
        'Content-Type: application/offset+octet-stream',
        `Upload-Metadata: ${encoded(document)}`,
        'Upload-Length: 100000',
        'Content-Length: 100000',
      ])}%PDF`,
    );
  const many = Array.from({ length: 40 }, slow);
  let said = '';
  for (const socket of many) {
    socket.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  }
  try {
    await vi.waitFor(() => expect(said.match(/HTTP\/1\.1 503 /g)?.length).toBe(24), SOON);
    expect(said.match(/\r\nretry-after: \d/gi)?.length).toBe(24);
    await Tus.of(server, server.admin).upload(document, pdfOf(500));
  } finally {
    for (const socket of many) socket.destroy();
  }
  await vi.waitFor(() => Tus.of(server, person).upload(document, pdfOf(500, 2)), SOON);
});

test('unread downloads are limited per address; other addresses can download', async () => {
  const { pid = 0 } = server.process;
  const admin = Tus.of(server, server.admin);
  const document = { target: 'document', roles: '', filename: 'a.pdf' };
  const fileId = (await admin.upload(document, pdfOf(12_000_000))) ?? '';
  const { token } = await server.admin.api.call('GET document/token', { fileId });
  const path = `/api/document/download/x?token=${token}`;
  const downloaded = async (by: string) => {
    const line = new Line(server.url);
    const { status } = await line.ask(requestOf('GET', path, by)).finally(() => line.end());
    return status;
  };
  const before = memory(pid);
  const many = Array.from({ length: 70 }, () => opened(requestOf('GET', path, '')));
  try {
    const answers = await Promise.all(
      many.map(async (socket) => {
        const answer = await answerOn(socket);
        socket.pause();
        return Number(answer.slice(9, 12));
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(64);
    expect(answers.filter((status) => status === 503)).toHaveLength(6);
    expect(memory(pid) - before).toBeLessThan(250);
    expect(await downloaded(server.admin.token)).toBe(200);
  } finally {
    for (const socket of many) socket.destroy();
  }
  await vi.waitFor(async () => expect(await downloaded('')).toBe(200), SOON);
});
