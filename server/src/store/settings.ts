import { DEFAULT_SETTINGS, type Settings } from '@shp/shared/domain/settings';
import type { Db } from './schema.ts';

/** The settings as they are now; keys never set have DOMAIN.md's defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  const row = await db.selectFrom('settings').select('value').where('id', '=', 1).executeTakeFirst();
  return { ...DEFAULT_SETTINGS, ...(row ? (JSON.parse(row.value) as Partial<Settings>) : {}) };
}

export async function writeSettings(db: Db, settings: Settings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('settings')
    .values({ id: 1, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}
