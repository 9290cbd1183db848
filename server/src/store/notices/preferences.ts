import type { Lang } from '@shp/shared/domain/lib/lang';
import { type ChosenTimings, type NoticePreferences, timingsOf } from '@shp/shared/domain/notices/preferences';
import { sql } from 'kysely';
import { oneOf } from '../db/dialect.ts';
import type { NoticePreferencesTable } from '../schema/notices.ts';
import type { Db } from '../schema/schema.ts';

/** An account's choices as stored; `secret`, sealed, signs what is sent to its webhook. */
export type StoredPreferences = Omit<NoticePreferences, 'kinds'> & { chosen: ChosenTimings; secret: string | null };

export const NO_PREFERENCES: StoredPreferences = { lang: 'zh', mail: null, webhook: null, secret: null, chosen: {} };

/** The choices of an account. */
export async function readPreferences(db: Db, user: string): Promise<StoredPreferences> {
  const row = await db.selectFrom('notice_preferences').selectAll().where('user_id', '=', user).executeTakeFirst();
  return row ? storedOf(row) : NO_PREFERENCES;
}

/** The choices of these accounts, of those that have made any. */
export async function preferencesOf(db: Db, users: readonly string[]): Promise<Map<string, NoticePreferences>> {
  if (users.length === 0) return new Map();
  const rows = await db
    .selectFrom('notice_preferences')
    .selectAll()
    .where(oneOf(db, sql.ref('user_id'), users))
    .execute();
  return new Map(
    rows.map((row) => {
      const { chosen, secret: _, ...stored } = storedOf(row);
      return [row.user_id, { ...stored, kinds: timingsOf(chosen) }];
    }),
  );
}

function storedOf({ lang, mail, webhook, webhook_secret: secret, kinds }: NoticePreferencesTable): StoredPreferences {
  return { lang: lang as Lang, mail, webhook, secret, chosen: JSON.parse(kinds) as ChosenTimings };
}

export async function writePreferences(
  db: Db,
  user: string,
  { lang, mail, webhook, secret, chosen }: StoredPreferences,
): Promise<void> {
  const row = { lang, mail, webhook, webhook_secret: secret, kinds: JSON.stringify(chosen) };
  await db
    .insertInto('notice_preferences')
    .values({ user_id: user, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Stops sending an account's notices anywhere; returns the addresses that were in use. */
export async function clearDestinations(db: Db, user: string): Promise<Pick<NoticePreferences, 'mail' | 'webhook'>> {
  const { mail, webhook, ...rest } = await readPreferences(db, user);
  if (mail !== null || webhook !== null)
    await writePreferences(db, user, { ...rest, mail: null, webhook: null, secret: null });
  return { mail, webhook };
}
