import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { freePort } from '../../support/freePort.ts';
import { addStation, COUNTY } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';
import { pdfOf, Tus } from '../../support/tus.ts';

let server: Contract;
let station: Person;
let download: string;
beforeAll(async () => {
  server = await startContract();
  station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const metadata = { target: 'file', assessmentId: id, category: 'selfReport', filename: 'a.pdf' };
  const bytes = pdfOf(5000);
  const sent = await Tus.of(server, station).create(
    metadata,
    bytes.length,
    { 'Content-Type': 'application/offset+octet-stream' },
    bytes,
  );
  const { token } = await station.api.call('GET file/token', { fileId: sent.headers.get('File-Id') ?? '' });
  download = `/api/file/download/a.pdf?token=${token}`;
});
afterAll(() => server.stop());

type Told = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** Sends a request without normalizing its path. */
function raw(method: string, path: string, headers: Record<string, string> = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const call = request({ method, path, headers, hostname, port }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Sends arbitrary bytes; returns everything received until the connection closes. */
async function bare(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const token = () => ({ Token: station.token });
/** One request for every kind of response. */
const KINDS: Record<string, () => Promise<Told>> = {
  'a page': () => raw('GET', '/'),
  'the page of another address': () => raw('GET', '/assessments'),
  'a script': async () => {
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec((await raw('GET', '/')).body) ?? [];
    return raw('GET', script);
  },
  'a script that is not there': () => raw('GET', '/assets/nothing.js'),
  'the list of the tour': () => raw('GET', '/pano.json'),
  'a call': () => raw('GET', '/api/user', token()),
  'a call that is kept': () => raw('GET', '/api/basic/division_tree', token()),
  'a refusal of who is unknown': () => raw('GET', '/api/user'),
  'a refusal of a role': () => raw('GET', '/api/audit', token()),
  'a refusal of what is asked': () => raw('GET', '/api/user?id=', token()),
  'an unknown call': () => raw('GET', '/api/nothing'),
  'another method': () => raw('DELETE', '/api/user', token()),
  'an address that cannot be decoded': () => raw('GET', '/api/%zz'),
  'an address that is too long': () => raw('GET', `/api/file/download/${'a'.repeat(5000)}`),
  'a download': () => raw('GET', download),
  'a download in place': () => raw('GET', `${download}&inline=true`),
  'a part that is not there': () => raw('GET', download, { Range: 'bytes=99999999-' }),
  'what uploads speak': () => raw('OPTIONS', '/api/upload'),
  'a refused upload': () => raw('PATCH', '/api/upload/nothing', token()),
  'the page that verifies': () => raw('GET', '/api/verify?number=x&digest=x', { Accept: 'text/html' }),
  'the description': () => raw('GET', '/api/openapi.json'),
};

describe.each(Object.keys(KINDS))('%s', (kind) => {
  test('has the security headers', async () => {
    const { status, headers, body } = (await KINDS[kind]?.()) ?? {};
    expect(status).not.toBe(500);
    if (body) expect(headers?.['content-type']).toMatch(/^application\/pdf$|^(text|application)\/\w+; charset=utf-8$/i);
    const policy = String(headers?.['content-security-policy']);
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).toMatch(/frame-ancestors '(none|self)'/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:|https?:)/);
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers?.['access-control-allow-origin']).toBeUndefined();
    expect(headers?.['x-powered-by'] ?? headers?.server).toBeUndefined();
    expect(headers?.['cache-control']).toMatch(
      kind === 'a script' ? /^public/ : /^(no-store|no-cache|private, no-cache)/,
    );
  });
});

test('has Strict-Transport-Security if the public URL is https', async () => {
  const port = await freePort();
  const flags = ['--no-captcha', '--port', String(port), '--public-url', 'https://shp.example'];
  const behindProxy = await startServer({}, flags);
  try {
    for (const path of ['/', '/api/user', '/api/nothing']) {
      const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000; includeSubDomains/);
    }
  } finally {
    await behindProxy.stop();
  }
});

test('has the security headers also for an unparsable request', async () => {
  const answer = await bare('NO HTTP\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('X-Content-Type-Options: nosniff');
  expect(answer).toContain('Content-Security-Policy: ');
});

test.each([
  ['without a host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['for an address that cannot be decoded', 'GET /api/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('a request %s is refused with the common error body', async (_which, sent) => {
  const answer = await bare(sent);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code: 'invalid',
    message: expect.any(String),
  });
});

describe('cross-origin requests', () => {
  const ORIGIN = { Origin: 'https://evil.example' };

  test.each(['/api/session/login', '/api/user', '/api/upload', '/api/upload/x', '/'])(
    'a preflight for %s is not allowed',
    async (path) => {
      const asked = { ...ORIGIN, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'token' };
      const { headers } = await raw('OPTIONS', path, asked);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form body is refused: %s',
    async (type) => {
      const headers = { ...ORIGIN, 'Content-Type': type };
      const body = '{"account":"admin","password":"x","key":"","code":""}';
      const answer = await server.request('POST', '/api/session/login', { headers, body });
      expect(answer.status).toBe(415);
      const cookie = { ...headers, Cookie: `Token=${station.token}` };
      expect((await server.request('POST', '/api/session/logout', { headers: cookie, body })).status).toBe(401);
      expect((await raw('GET', '/api/user', token())).status).toBe(200);
    },
  );
});

describe('URLs', () => {
  test.each([
    '//evil.example/',
    '//evil.example/%2e%2e',
    '/\\evil.example',
    '/login?next=https://evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    '/assets',
    '/assets/',
  ])('%s neither redirects elsewhere nor lists a directory', async (path) => {
    const { status, headers, body } = await raw('GET', path);
    expect([200, 400, 404]).toContain(status);
    expect(headers.location).toBeUndefined();
    expect(body).not.toMatch(/evil|index of/i);
  });

  test.each([
    '/../../../../etc/passwd',
    '/..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/assets/..%5c..%5cetc%5cpasswd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.git/config',
    '/shp.sqlite',
    '/api/file/download/..%2f..%2fshp.sqlite?token=x',
    '/api/upload/..%2f..%2fshp.sqlite',
  ])('%s serves no file outside the console', async (path) => {
    const { body } = await raw('GET', path);
    expect(body).not.toMatch(/root:|SQLite format|"workspaces"|"dependencies"|\[core\]/);
  });

  test('TRACE is refused', async () => {
    const { status, body } = await raw('TRACE', '/api/user', { ...token(), 'X-Mark': 'mark-in-a-header' });
    expect([400, 404, 405]).toContain(status);
    expect(body).not.toContain('mark-in-a-header');
  });
});

describe('request smuggling', () => {
  const smuggled = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  test.each([
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n'],
    ['a length and chunks', `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: chunked\r\n`],
    ['chunks in disguise', 'Transfer-Encoding: xchunked\r\n'],
    ['a length with a sign', 'Content-Length: +5\r\n'],
  ])('%s is refused, and the following request is not answered', async (_name, headers) => {
    const answer = await bare(`POST /api/session/login HTTP/1.1\r\nHost: x\r\n${headers}\r\n0\r\n\r\n${smuggled}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain('"status":"ok"');
  });
});
