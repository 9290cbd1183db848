import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type Certificate = { key: string; cert: string };

const CONFIG = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
`;

/**
 * A self-signed certificate for these names (`DNS:…`, `IP:…`), made by openssl, valid from the first to the second day.
 */
export function makeCertificate(
  folder: string,
  names: string,
  [from, to]: readonly [string, string] = ['20200101000000Z', '20991231000000Z'],
): Certificate {
  mkdirSync(folder, { recursive: true });
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'ca.cnf'), `${CONFIG}[names]\nsubjectAltName = ${names}\nbasicConstraints = CA:TRUE\n`);
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'serial'), '01\n');
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem');
  openssl('req', '-new', '-key', 'key.pem', '-subj', '/CN=shp test', '-out', 'csr.pem');
  openssl(
    ...['ca', '-selfsign', '-batch', '-notext', '-config', 'ca.cnf', '-keyfile', 'key.pem'],
    ...['-in', 'csr.pem', '-startdate', from, '-enddate', to, '-out', 'cert.pem'],
  );
  return { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
}

/** `connections`: the number of TCP connections, including failed handshakes. */
export type TlsLine = { port: number; seen: string[]; readonly connections: number; stop(): void };

/** An https server in front of an http one, as a TLS-terminating reverse proxy. */
export async function startTls(target: string, { key, cert }: Certificate): Promise<TlsLine> {
  const seen: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { method, headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '', target), { method, headers });
    incoming.pipe(outgoing);
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    get connections() {
      return connections;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
