import { isIP } from 'node:net';

/** The console's address, to which passkeys are bound. */
export type Site = { rpId: string; origin: string };

/**
 * Where passkeys work: at the public URL, if browsers allow them there (a name, by https). Without one, at
 * `http://localhost` of a server that only this machine reaches; `listening` is its address.
 */
export function siteOf(publicUrl: string | null, listening: string | null): Site | null {
  if (publicUrl !== null) {
    const { protocol, hostname, origin } = new URL(publicUrl);
    const isSafe = protocol === 'https:' || hostname === 'localhost';
    return isSafe && isIP(hostname.replace(/[[\]]/g, '')) === 0 ? { rpId: hostname, origin } : null;
  }
  if (listening === null) return null;
  const { hostname, port } = new URL(listening);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return { rpId: 'localhost', origin: new URL(`http://localhost:${port || 80}`).origin };
}
