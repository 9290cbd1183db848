import { openForReading } from './backup/snapshot.ts';
import { onSnapshot, openDatabase, openForInspection, schemaOf } from './store/db/database.ts';
import { DatabaseAway, DatabaseRefuses, isAway, isDenied } from './store/db/faults.ts';
import type { Database, Place } from './store/db/types.ts';
import { MIGRATIONS } from './store/schema/migrations.ts';

/** Where an installation's rows are, as in the options of `serve`. */
export type InstallationPlace = { readonly data: string; readonly databaseUrl: string | null };

/** The database belongs to another version of the program; only `serve` upgrades it. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
  constructor(readonly newer: boolean) {
    super(newer ? 'of a newer version' : 'of an older version');
  }
}

/**
 * Works on an installation's database, also while servers run.
 * @throws OtherVersion, NoDatabase, RestoreUnfinished, and errors of opening PostgreSQL
 */
export async function onInstallation<T>(
  { data, databaseUrl }: InstallationPlace,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const place: Place = databaseUrl === null ? { data } : { url: databaseUrl };
  try {
    if (databaseUrl === null) openForReading(data).close();
    await checkVersion(place);
    const database = await openDatabase(place);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isDenied(error)) throw new DatabaseRefuses(error.message, { cause: error });
    if (databaseUrl !== null && isAway(error)) throw new DatabaseAway(error);
    throw error;
  }
}

async function checkVersion(place: Place): Promise<void> {
  const looker = await openForInspection(place);
  try {
    const schema = await onSnapshot(looker, schemaOf);
    if (schema !== Object.keys(MIGRATIONS).sort().at(-1)) throw new OtherVersion(!Object.hasOwn(MIGRATIONS, schema));
  } finally {
    await looker.destroy();
  }
}
