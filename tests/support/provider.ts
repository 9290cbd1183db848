import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'shp', secret: 'secret-of-the-client' };

export type Identity = { issuer: string; stop: () => Promise<void> };

/**
 * A real provider on this machine with one client. Its own pages ask for a login (any password) and for consent; the
 * login becomes the claim `preferred_username`.
 */
export async function startProvider(redirect: string): Promise<Identity> {
  const { default: Provider } = await import('oidc-provider');
  const server = createServer();
  const issuer = await listening(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { profile: ['preferred_username'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id }) }),
    pkce: { required: () => true },
    cookies: { keys: ['for tests'] },
  });
  server.on('request', provider.callback());
  return { issuer, stop: () => closed(server) };
}

export async function listening(server: Server): Promise<string> {
  // A forgotten one must not keep the tests from ending.
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Follows the provider's pages as a browser does, and returns the address that it sends the browser back to. */
export async function logInAt(url: string, login: string): Promise<URL> {
  const jar = new Map<string, string>();
  let body: URLSearchParams | null = null;
  let at = new URL(url);
  const { origin } = at;
  for (let step = 0; step < 20; step += 1) {
    const answer: Response = await fetch(at, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      body,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const place = answer.headers.get('location');
    body = null;
    if (place !== null) {
      at = new URL(place, at);
      if (at.origin !== origin) return at;
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 500)}`);
    at = new URL(action, at);
    body = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  throw new Error('the provider never sends the browser back');
}
