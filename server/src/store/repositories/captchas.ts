import type { Db } from '../schema/schema.ts';
import type { CaptchasTable } from '../schema/signIn.ts';

/** Stores the answer of a captcha until a login uses it or it expires. */
export async function insertCaptcha(db: Db, captcha: CaptchasTable): Promise<void> {
  await db.insertInto('captchas').values(captcha).execute();
}

/** Removes a captcha, so that its key works once, whatever the answer. Undefined for an unknown or expired key. */
export async function takeCaptcha(db: Db, key: string, now: string): Promise<CaptchasTable | undefined> {
  const row = await db.deleteFrom('captchas').where('key', '=', key).returningAll().executeTakeFirst();
  return row && row.expires_at > now ? row : undefined;
}
