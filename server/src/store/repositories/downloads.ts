import { HOUR } from '@shp/shared/domain/lib/days';
import type { Caller } from '../../types.ts';
import type { Db, DownloadTokensTable } from '../schema/schema.ts';
import { digestOfToken, newToken } from './sessions.ts';

export type DownloadKind = DownloadTokensTable['kind'];
export type DownloadRow = DownloadTokensTable;

const BEGIN_MS = 5 * 60_000;
const RANGES_MS = 6 * HOUR;

/** Stores a token for one download, as a digest. `expiresAt`: the download must begin before. */
export async function insertDownload(
  db: Db,
  caller: Caller,
  what: Pick<DownloadRow, 'kind' | 'object_id' | 'lang'>,
  now: string,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken();
  const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString();
  const expiresAt = later(BEGIN_MS);
  await db
    .insertInto('download_tokens')
    .values({
      ...what,
      token_hash: digestOfToken(token),
      user_id: caller.id,
      session_id: caller.by.id,
      created_at: now,
      begin_by: expiresAt,
      expires_at: later(RANGES_MS),
      begun: 0,
    })
    .execute();
  return { token, expiresAt };
}

/** The target of a token, whether or not it is still valid. */
export async function findDownload(db: Db, token: string): Promise<DownloadRow | undefined> {
  return db.selectFrom('download_tokens').selectAll().where('token_hash', '=', digestOfToken(token)).executeTakeFirst();
}

/** Marks a download as begun: its later ranges have more time than its beginning. */
export async function beginDownload(db: Db, row: DownloadRow): Promise<void> {
  await db.updateTable('download_tokens').set({ begun: 1 }).where('token_hash', '=', row.token_hash).execute();
}

/**
 * Whether the session or access token that requested a download still exists; not if the session is idle since
 * `idleSince`.
 */
export async function isRequesterActive(db: Db, row: DownloadRow, now: string, idleSince: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', row.session_id)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .executeTakeFirst();
  if (session) return true;
  const token = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('id', '=', row.session_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return token !== undefined;
}
