import { once } from 'node:events';
import { connect } from 'node:net';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
let person: Person;
beforeAll(async () => {
  server = await startContract();
  person = await addManager(server, 'province_manager', '450000');
});
afterAll(() => server.stop());

/** Sends `count` requests at once and closes each connection before the response; resolves when all are closed. */
async function abort(count: number, lines: readonly string[], body = ''): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const request = `${[...lines, 'Host: x', '', ''].join('\r\n')}${body}`;
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(request, () => socket.destroy());
      await once(socket, 'close');
    }),
  );
}

/** Repeats `abort`, because it depends on the server's load whether it sees the close during an await. */
async function abortOften(lines: readonly string[], body = ''): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await abort(200, lines, body);
}

/** The server answers 503 until it has seen every connection close; one that it went on counting would never end. */
const SEEN = { timeout: 10_000, interval: 50 };

const JSON_BODY = ['Content-Type: application/json', 'Content-Length: 2000'];

test('after 200 aborted logins the next login from the address works', async () => {
  await abortOften(['POST /api/session/login HTTP/1.1', ...JSON_BODY], '{"account":');
  await expect.poll(() => outcome(server.login('admin', ADMIN_PASSWORD)), SEEN).toBe('200');
  const wrong = { account: 'admin', password: hashPassword('wrong-1'), key: '', code: '' };
  expect(await outcome(server.guest.call('POST session/login', wrong))).toBe('400 bad_credentials');
});

test('after aborted request bodies an account is served as before', async () => {
  await abortOften(['POST /api/user/my_profile HTTP/1.1', `Token: ${person.token}`, ...JSON_BODY], '{"name":');
  await expect.poll(() => outcome(person.api.call('POST user/my_profile', { contact: '张三' })), SEEN).toBe('200');
});

test('after aborted downloads the next download works', async () => {
  const sent = await upload(person);
  const fileId = sent.headers.get('File-Id') ?? '';
  const { token } = await person.api.call('GET document/token', { fileId });
  await abortOften([`GET /api/document/download/x?token=${token} HTTP/1.1`, `Token: ${person.token}`]);
  const headers = { Token: person.token };
  const download = async () => {
    const answer = await server.request('GET', `/api/document/download/x?token=${token}`, { headers });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  };
  await expect.poll(download, SEEN).toEqual([200, 5000]);
});

test('after aborted uploads a new upload works, and an interrupted one resumes', async () => {
  const tus = Tus.of(server, person);
  const begun = await tus.create({ target: 'document', roles: '', filename: 'b.pdf' }, 5000);
  const path = new URL(begun.headers.get('Location') ?? '', server.url).pathname;
  const bytes = ['Content-Type: application/offset+octet-stream', 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0'];
  await abort(60, [`PATCH ${path} HTTP/1.1`, `Token: ${person.token}`, ...bytes, 'Content-Length: 5000'], '%PDF');
  await expect.poll(async () => (await upload(person)).status, SEEN).toBe(201);
  const head = await server.request('HEAD', path, { headers: { Token: person.token, 'Tus-Resumable': '1.0.0' } });
  expect(head.status).toBe(200);
});

async function upload(by: Person): Promise<Response> {
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  const metadata = { target: 'document', roles: '', filename: 'a.pdf' };
  return Tus.of(server, by).create(metadata, 5000, type, pdfOf(5000));
}
