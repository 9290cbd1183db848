import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { checkError } from '../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
  await server.confirm(server.admin);
});
afterAll(() => server.stop());

/** Sends raw bytes; parses everything received until the server closes as a response. */
async function raw(text: string): Promise<Response> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  return new Response(body, { status: Number(start.split(' ')[1]), headers });
}

describe('unreadable requests are refused with the common error body', () => {
  test.each([
    ['headers larger than any', `GET /api/health HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'too_large'],
    ['an address longer than any', `GET /api/health?x=${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 'too_large'],
    ['no HTTP at all', 'hello\r\n\r\n', 'invalid'],
    ['two lengths', 'POST /api/session/login HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 'invalid'],
  ])('%s', async (_, text, code) => {
    expect((await checkError(await raw(text), 'raw')).code).toBe(code);
    expect(await server.guest.call('GET health', {})).toMatchObject({ status: 'ok' });
  });
});

describe('authorization is checked before the body', () => {
  const send = (path: string, body: string, token?: string) =>
    server.request('POST', path, {
      headers: { 'Content-Type': 'application/json', ...(token === undefined ? {} : { Token: token }) },
      body,
    });
  test.each(['{', '[]', 'x'.repeat(3 * 2 ** 20)])('%.3s…', async (body) => {
    expect((await checkError(await send('/api/standard/use', body), 'x')).code).toBe('unauthenticated');
    expect((await checkError(await send('/api/assessment/add_assessment', body, server.admin.token), 'x')).code).toBe(
      'forbidden',
    );
  });

  test('an authorized caller gets the error in the body', async () => {
    const codeOf = async (body: string) =>
      (await checkError(await send('/api/standard/use', body, server.admin.token), 'x')).code;
    expect(await Promise.all(['{', '[]', '{}', '{"":1}', 'x'.repeat(3 * 2 ** 20)].map(codeOf))).toEqual([
      'invalid',
      'invalid',
      'invalid',
      'invalid',
      'too_large',
    ]);
  });
});

describe('text that the database cannot store unchanged', () => {
  test.each([
    ['NUL', '\0'],
    ['half a character', '\ud800'],
  ])('%s is refused in every field', async (_, text) => {
    const fieldsOf = async (body: object) => {
      const response = await server.request('POST', '/api/standard/import', {
        headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en', Token: server.admin.token },
        body: JSON.stringify(body),
      });
      return (await checkError(response, 'x')).fields;
    };
    const why = 'Contains characters that are not allowed here';
    expect(await fieldsOf({ version: `x${text}` })).toEqual({ version: why });
    expect(await fieldsOf({ sections: [{}, { [`x${text}`]: 1, title: text }] })).toEqual({
      'sections.1': why,
      'sections.1.title': why,
    });
  });
});
