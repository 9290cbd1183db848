import { DEFAULT_SETTINGS, type Settings, settingsFrom } from '@shp/shared/domain/settings';
import { newId } from '../db/ids.ts';
import type { Db } from '../schema/schema.ts';

const SETTINGS = 1;
const INSTALLATION = 2;
const PROBE = 3;

/** The row of the settings, as a subquery. */
export function settingsRow(db: Db) {
  return db.selectFrom('settings').select('value').where('id', '=', SETTINGS);
}

let last: { text: string; settings: Settings } = { text: '', settings: DEFAULT_SETTINGS };

/** The saved settings, with defaults for those never set. Cached by text: every call reads them, few change them. */
export function settingsOf(text: string | null): Settings {
  if (text === null) return DEFAULT_SETTINGS;
  if (text !== last.text) {
    last = { text, settings: settingsFrom(JSON.parse(text)) };
  }
  return last.settings;
}

/** The present settings. */
export async function readSettings(db: Db): Promise<Settings> {
  const row = await settingsRow(db).executeTakeFirst();
  return settingsOf(row?.value ?? null);
}

/** Replaces the settings. */
export async function writeSettings(db: Db, settings: Settings): Promise<void> {
  const value = JSON.stringify(settings);
  await db
    .insertInto('settings')
    .values({ id: SETTINGS, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
}

/** The permanent id of this installation; it moves with the rows to another database. */
export async function installationOf(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ id: INSTALLATION, value: newId() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('id', '=', INSTALLATION).executeTakeFirstOrThrow();
  return row.value;
}

/** Writes a row to test whether writing works. */
export async function recordProbe(db: Db, at: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ id: PROBE, value: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value: at }))
    .execute();
}
