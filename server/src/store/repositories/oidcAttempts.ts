import type { Db } from '../schema/schema.ts';
import type { OidcAttemptsTable } from '../schema/signIn.ts';
import { digestOfToken, newToken } from './sessions.ts';

const ATTEMPT_MS = 5 * 60_000;

export type OidcAttempt = Omit<OidcAttemptsTable, 'id_hash' | 'expires_at'>;
type Provider = { issuer: string; clientId: string };

/** With the provider in it, no attempt outlives a change of the settings: its code would go to another provider. */
function digestOf(secret: string, { issuer, clientId }: Provider): string {
  return digestOfToken(JSON.stringify([secret, issuer, clientId]));
}

/** Stores an attempt; returns the secret that only the browser gets. */
export async function insertOidcAttempt(db: Db, attempt: OidcAttempt, provider: Provider, at: string): Promise<string> {
  const secret = newToken();
  const expires_at = new Date(Date.parse(at) + ATTEMPT_MS).toISOString();
  await db
    .insertInto('oidc_attempts')
    .values({ ...attempt, id_hash: digestOf(secret, provider), expires_at })
    .execute();
  return secret;
}

/** Removes an attempt, so that it works once, whatever the answer. Undefined if it is unknown or has expired. */
export async function takeOidcAttempt(
  db: Db,
  secret: string,
  provider: Provider,
  at: string,
): Promise<OidcAttempt | undefined> {
  const row = await db
    .deleteFrom('oidc_attempts')
    .where('id_hash', '=', digestOf(secret, provider))
    .returningAll()
    .executeTakeFirst();
  return row && row.expires_at > at ? row : undefined;
}
