import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export type ForwardProxy = {
  /** Its URL without user name and password. */
  url: string;
  /** `CONNECT host:port`, or the method and absolute URL of a plain request. */
  seen: string[];
  stop(): void;
};

/**
 * A forward proxy as in company networks: absolute URLs for plain requests, CONNECT for TLS. Only the proxy can resolve
 * the names in `hosts`; with `login` (`name:password`) it requires authentication.
 */
export async function startForwardProxy(
  hosts: Readonly<Record<string, string>>,
  { login, refuse = false }: { login?: string; refuse?: boolean } = {},
): Promise<ForwardProxy> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const mayPass = ({ headers }: IncomingMessage) =>
    expected === undefined || headers['proxy-authorization'] === expected;
  const placeOf = (host: string) => new URL(`http://${hosts[host] ?? host}`);

  const server = createServer((incoming: IncomingMessage, answer: ServerResponse) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    if (!mayPass(incoming)) return answer.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end('who are you?');
    const { host, pathname, search } = new URL(incoming.url ?? '');
    const { hostname, port } = placeOf(host);
    const headers = { ...incoming.headers };
    delete headers['proxy-authorization'];
    const outgoing = request({ hostname, port, path: pathname + search, method: incoming.method, headers });
    incoming.pipe(outgoing);
    outgoing.on('error', () => answer.destroy());
    return outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    if (!mayPass(incoming)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (refuse) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const { hostname, port } = placeOf(incoming.url ?? '');
    const far = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    sockets.add(far);
    far.on('error', () => socket.destroy());
    return socket.on('error', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
