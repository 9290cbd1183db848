import type { Db } from './schema.ts';

/** Keeps what a picture shows until it is asked for or runs out. */
export async function insertCaptcha(db: Db, key: string, code: string, expiresAt: string): Promise<void> {
  await db.insertInto('captchas').values({ key, code, expires_at: expiresAt }).execute();
}

/** Takes a captcha out: whatever the answer, its key is used up. The code, or undefined for an unknown or expired key. */
export async function takeCaptcha(db: Db, key: string, now: string): Promise<string | undefined> {
  const row = await db.deleteFrom('captchas').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now ? row.code : undefined;
}
