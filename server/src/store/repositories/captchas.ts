import type { CaptchasTable, Db } from '../schema/schema.ts';

/** Keeps what answers a captcha until a login names it or it runs out. */
export async function insertCaptcha(db: Db, captcha: CaptchasTable): Promise<void> {
  await db.insertInto('captchas').values(captcha).execute();
}

/** Takes a captcha out: whatever the answer, its key is used up. Undefined for an unknown or expired key. */
export async function takeCaptcha(db: Db, key: string, now: string): Promise<CaptchasTable | undefined> {
  const row = await db.deleteFrom('captchas').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now ? row : undefined;
}
