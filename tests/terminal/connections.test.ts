import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lines, newDesk, type Run } from '../support/desk.ts';
import { pdfOf, sha256 } from '../support/tus.ts';
import { type Certificate, makeCertificate, startTls, type TlsLine } from './certificates.ts';
import { desk, onDemoAsAdmin, server } from './demo.ts';
import { type ForwardProxy, startForwardProxy } from './forwardProxy.ts';

// Only the proxy resolves this name, so a request to it must have gone through the proxy.
const NAME = 'shp.example';

onDemoAsAdmin();

let folder: string;
let good: Certificate;
let tls: TlsLine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shp-certificates-'));
  good = makeCertificate(join(folder, 'good'), `DNS:${NAME},IP:127.0.0.1`);
  tls = await startTls(server.url, good);
});
afterAll(() => {
  tls.stop();
  rmSync(folder, { recursive: true });
});

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});
async function proxyWith(options?: { login?: string; refuse?: boolean }): Promise<ForwardProxy> {
  const hosts = { [NAME]: new URL(server.url).host, [`${NAME}:443`]: `127.0.0.1:${tls.port}` };
  const proxy = await startForwardProxy(hosts, options);
  stops.push(() => proxy.stop());
  return proxy;
}

const OVER = { http: `http://${NAME}`, https: `https://${NAME}` };
const trusting = () => ({ NODE_EXTRA_CA_CERTS: good.cert });

describe('proxy from the environment', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])(
    '%s: plain http requests use absolute URLs for login, calls, uploads, downloads',
    async (name) => {
      const proxy = await proxyWith();
      const station = await newDesk(OVER.http);
      stops.push(() => void station.clear());
      const env = { [name]: proxy.url };
      const shp = async (args: string[], input?: string) => {
        const run = await station.shp(args, { env, ...(input === undefined ? {} : { input }) });
        expect([run.code, run.code === 0 ? '' : run.err]).toEqual([0, '']);
        return run.out;
      };
      await shp(['login', '--account', 'station0001', '--password-stdin'], 'demo-2026\n');
      const [{ id }] = lines<{ id: string }>(await shp(['assessments', 'list', '--status', 'returned'])) as [
        { id: string },
      ];
      const bytes = pdfOf(1_500_000, 7);
      writeFileSync(join(station.folder, 'proof.pdf'), bytes);
      const [{ id: file }] = lines<{ id: string }>(
        await shp(['files', 'upload', id, 'proof.pdf', '--category', 'other']),
      ) as [{ id: string }];
      await shp(['files', 'download', id, file, '-o', 'down']);
      expect(sha256(readFileSync(join(station.folder, 'down/proof.pdf')))).toBe(sha256(bytes));
      await shp(['files', 'delete', id, file, '--yes']);
      for (const part of ['session/login', 'upload', 'file/download'])
        expect(proxy.seen).toContainEqual(
          expect.stringMatching(new RegExp(`^(?:GET|POST|PATCH) ${OVER.http}/api/${part}`)),
        );
      expect(proxy.seen.join()).not.toContain('CONNECT');
    },
  );

  test.each(['HTTPS_PROXY', 'https_proxy'])('%s: https uses a tunnel', async (name) => {
    const proxy = await proxyWith();
    const env = { [name]: proxy.url, ...trusting() };
    const run = await desk.shp(['api', 'GET', 'health', '--server', OVER.https], { env });
    expect([run.code, run.err]).toEqual([0, '']);
    expect(proxy.seen).toEqual([`CONNECT ${NAME}:443`]);
  });

  test.each(['http', 'https'] as const)('user name and password, over %s', async (protocol) => {
    const proxy = await proxyWith({ login: 'anna:s3cret/@' });
    const variable = `${protocol.toUpperCase()}_PROXY`;
    const health = (address: string) =>
      desk.shp(['api', 'GET', 'health', '--server', OVER[protocol]], { env: { [variable]: address, ...trusting() } });
    const address = proxy.url.replace('//', '//anna:s3cret%2F%40@');
    expect((await health(address)).code).toBe(0);
    const wrong = await health(proxy.url.replace('//', '//anna:wrong@'));
    expect([wrong.code, wrong.err]).toEqual([
      5,
      expect.stringMatching(
        new RegExp(
          `^shp: api: the proxy ${proxy.url} asks for a name and a password\nPut them into its URL: HTTPS_PROXY=http://NAME:PASSWORD@`,
        ),
      ),
    ]);
    // One request each: the command does not retry a 407.
    expect(proxy.seen).toHaveLength(2);
  });

  test('a proxy without http:// is accepted; an invalid URL is an error', async () => {
    const proxy = await proxyWith();
    const health = (HTTP_PROXY: string) =>
      desk.shp(['api', 'GET', 'health', '--server', OVER.http], { env: { HTTP_PROXY } });
    expect((await health(proxy.url.slice('http://'.length))).code).toBe(0);
    const run = await health('http://[');
    expect([run.code, run.err]).toEqual([
      5,
      'shp: api: HTTP_PROXY is not a proxy URL: http://[\nUse http://HOST:PORT\n',
    ]);
  });

  describe('`shp web` and proxies', () => {
    async function consoleFor(address: string, env: Record<string, string>): Promise<string> {
      const { child } = desk.start(['web', '--server', address, '--port', '0'], { env });
      stops.push(() => void child.kill('SIGTERM'));
      const [line] = (await once(createInterface({ input: child.stdout as Readable }), 'line')) as [string];
      return /Console at (\S+), for/.exec(line)?.[1] ?? '';
    }

    test.each(['http', 'https'] as const)('over %s through a proxy, calls and uploads', async (protocol) => {
      const proxy = await proxyWith();
      const env = { [`${protocol.toUpperCase()}_PROXY`]: proxy.url, ...trusting() };
      const here = await newDesk(await consoleFor(OVER[protocol], env));
      stops.push(() => void here.clear());
      await here.login('station0001');
      const [{ id }] = lines<{ id: string }>((await here.shp(['assessments', 'list', '--status', 'returned'])).out) as [
        { id: string },
      ];
      writeFileSync(join(here.folder, 'proof.pdf'), pdfOf(1_500_000, 9));
      const run = await here.shp(['files', 'upload', id, 'proof.pdf', '--category', 'other']);
      expect([run.code, run.code === 0 ? '' : run.err]).toEqual([0, '']);
      const [{ id: file }] = lines<{ id: string }>(run.out) as [{ id: string }];
      await here.shp(['files', 'delete', id, file, '--yes']);
      expect(proxy.seen).toContainEqual(
        protocol === 'http' ? `POST ${OVER.http}/api/session/login` : `CONNECT ${NAME}:443`,
      );
    });

    test('NO_PROXY bypasses it', async () => {
      const proxy = await proxyWith();
      const url = await consoleFor(server.url, { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' });
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      expect(proxy.seen).toEqual([]);
    });

    test('an invalid proxy URL is an error at the start; a refusing proxy gives no response', async () => {
      const run = await desk.shp(['web', '--server', OVER.http, '--port', '0'], { env: { HTTP_PROXY: 'http://[' } });
      expect([run.code, run.out, run.err]).toEqual([
        5,
        '',
        'shp: web: HTTP_PROXY is not a proxy URL: http://[\nUse http://HOST:PORT\n',
      ]);
      const proxy = await proxyWith({ login: 'anna:secret' });
      const url = await consoleFor(OVER.http, { HTTP_PROXY: proxy.url });
      await expect(fetch(`${url}/api/health`)).rejects.toThrow();
      expect(proxy.seen).toEqual([`GET ${OVER.http}/api/health`]);
    });
  });

  test.each(['NO_PROXY', 'no_proxy'])('%s: the listed servers are reached directly', async (name) => {
    const proxy = await proxyWith();
    const { host } = new URL(server.url);
    for (const without of [host, '127.0.0.1', `elsewhere.example, 127.0.0.1`, '*']) {
      const run = await desk.shp(['status'], { env: { HTTP_PROXY: proxy.url, [name]: without } });
      expect([run.code, without]).toEqual([0, without]);
    }
    expect(proxy.seen).toEqual([]);
    expect((await desk.shp(['status'], { env: { HTTP_PROXY: proxy.url, [name]: 'elsewhere.example' } })).code).toBe(0);
    expect(proxy.seen).toEqual([`GET ${server.url}/api/basic/status`]);
  });

  test('a refusing or absent proxy is reported with its address and without its password', async () => {
    const proxy = await proxyWith({ refuse: true });
    const health = (address: string) =>
      desk.shp(['api', 'GET', 'health', '--server', OVER.https], { env: { HTTPS_PROXY: address } });
    expect((await health(proxy.url)).err).toMatch(
      new RegExp(`^shp: api: the proxy ${proxy.url} refuses ${NAME}: .*403.*\n.*NO_PROXY=${NAME}\n$`),
    );
    expect(proxy.seen).toHaveLength(1);
    const gone = await health('http://anna:s3cret@127.0.0.1:9');
    expect(gone.code).toBe(5);
    expect(gone.err).toContain('Requests go through the proxy http://127.0.0.1:9;');
    expect(gone.err).not.toContain('s3cret');
  });
});

describe('certificate and protocol errors', () => {
  const status = (address: string, env: Record<string, string> = {}): Promise<Run> =>
    desk.shp(['status', '--token', 'x', '--server', address], { env });
  /** Expects that the command fails after exactly one connection. */
  async function once(line: TlsLine, work: () => Promise<Run>): Promise<Run> {
    const before = line.connections;
    const run = await work();
    expect([run.code, run.out, line.connections - before]).toEqual([5, '', 1]);
    return run;
  }

  test('self-signed: reported at once with a remedy; NODE_EXTRA_CA_CERTS makes it trusted', async () => {
    const run = await once(tls, () => status(`https://127.0.0.1:${tls.port}`));
    expect(run.err).toBe(
      `shp: status: the certificate of 127.0.0.1:${tls.port} is not trusted (self-signed or from an unknown authority)\n` +
        'If this is the right server, trust its certificate or authority (a PEM file): NODE_EXTRA_CA_CERTS=/path/to/ca.pem shp ...\n',
    );
    const json = await desk.shp([
      'status',
      '--token',
      'x',
      '--server',
      `https://127.0.0.1:${tls.port}`,
      '--format',
      'json',
    ]);
    expect(JSON.parse(json.err).error).toMatchObject({
      code: 'network',
      message: expect.stringMatching('not trusted'),
    });
    const zh = await desk.shp(['status', '--token', 'x', '--server', `https://127.0.0.1:${tls.port}`, '--lang', 'zh']);
    expect(zh.err).toContain('证书不受信任');
    const trusted = await desk.shp(['api', 'GET', 'health', '--server', `https://127.0.0.1:${tls.port}`], {
      env: trusting(),
    });
    expect(trusted.code).toBe(0);
  });

  test('expired or not yet valid', async () => {
    for (const [days, told] of [
      [['20200101000000Z', '20200201000000Z'], 'has expired'],
      [['20980101000000Z', '20990101000000Z'], 'is not valid yet'],
    ] as const) {
      const old = makeCertificate(join(folder, days[0]), 'IP:127.0.0.1', days);
      const line = await startTls(server.url, old);
      stops.push(() => line.stop());
      const run = await once(line, () => status(`https://127.0.0.1:${line.port}`, { NODE_EXTRA_CA_CERTS: old.cert }));
      expect(run.err).toMatch(new RegExp(`^shp: status: the certificate of 127.0.0.1:${line.port} ${told}\n.*clock`));
    }
  });

  test('issued for another name', async () => {
    const run = await once(tls, () => status(`https://localhost:${tls.port}`, trusting()));
    expect(run.err).toMatch(
      new RegExp(`^shp: status: the certificate is not for localhost:${tls.port} but for ${NAME}, 127.0.0.1\n`),
    );
  });

  test('https to an http server, and http to an https server', async () => {
    const { host } = new URL(server.url);
    const plain = await status(`https://${host}`);
    expect([plain.code, plain.err]).toEqual([5, `shp: status: ${host} speaks http, not https\nUse http://${host}\n`]);
    const place = `127.0.0.1:${tls.port}`;
    const secure = await status(`http://${place}`);
    expect([secure.code, secure.err]).toEqual([
      5,
      `shp: status: ${place} speaks https, not http\nUse https://${place}\n`,
    ]);
  });

  test('http to an https server that answers 400, like nginx', async () => {
    const page = '<html>The plain HTTP request was sent to HTTPS port</html>';
    const answer = `HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
    const { connect } = await import('node:net');
    const front: Server = createServer((socket) => {
      socket.once('data', (first) => {
        if (first[0] !== 0x16) return socket.end(answer);
        const far = connect(tls.port, '127.0.0.1');
        far.write(first);
        return socket.pipe(far).pipe(socket);
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    stops.push(() => front.close());
    const { port } = front.address() as { port: number };
    expect((await status(`http://127.0.0.1:${port}`)).err).toBe(
      `shp: status: 127.0.0.1:${port} speaks https, not http\nUse https://127.0.0.1:${port}\n`,
    );
  });
});

test('a server below a path gets bytes and tokens of an upload at its own path only', async () => {
  const strays: string[] = [];
  const front = createHttpServer((incoming, answer) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith('/office/')) {
      strays.push(`${method} ${url}`);
      return answer.writeHead(404).end();
    }
    const outgoing = request(new URL(url.slice('/office'.length), server.url), { method, headers });
    incoming.pipe(outgoing);
    return outgoing.on('response', (response) => {
      // Some servers answer with the absolute URL of an upload, by their internal name.
      const { location } = response.headers;
      if (location !== undefined) response.headers.location = `http://inside.example${location}`;
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  stops.push(() => front.close());
  const station = await newDesk(`http://127.0.0.1:${(front.address() as AddressInfo).port}/office`);
  stops.push(() => void station.clear());
  await station.login('station0001');
  const [{ id }] = lines<{ id: string }>((await station.shp(['assessments', 'list', '--status', 'returned'])).out) as [
    { id: string },
  ];
  writeFileSync(join(station.folder, 'proof.pdf'), pdfOf(1_200_000, 8));
  const run = await station.shp(['files', 'upload', id, 'proof.pdf', '--category', 'other']);
  expect([run.code, strays]).toEqual([0, []]);
  await station.shp(['files', 'delete', id, String(lines(run.out)[0]?.id), '--yes']);
});
