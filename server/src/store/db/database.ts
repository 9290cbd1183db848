import { Migrator, sql } from 'kysely';
import { fillEscalations } from '../repositories/escalations.ts';
import { seedStandard } from '../repositories/standards.ts';
import { MIGRATIONS } from '../schema/migrations.ts';
import type { Db } from '../schema/schema.ts';
import { NewerDatabase, repeated } from './faults.ts';
import type { Database, Place } from './types.ts';

/** Opens a database and brings its schema up to date. @throws NewerDatabase */
export async function openDatabase(place: Place): Promise<Database> {
  const connections = await connect(place);
  let migrated = false;
  try {
    const free = await connections.locks.take(STARTING, () => {});
    try {
      await repeated(async () => {
        if (await migrate(connections.write)) migrated = true;
        await fillEscalations(connections.write);
        await seedStandard(connections.write);
      });
    } finally {
      await free();
    }
  } catch (error) {
    await connections.close();
    throw error;
  }
  if (!migrated) return connections;
  // A connection that was opened before knows the columns of then: `select *` would miss the new ones.
  await connections.close();
  return connect(place);
}

/** The lock under which a server prepares the database: of several that start at once, one does it. */
export const STARTING = 'start';

async function connect(place: Place): Promise<Database> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgres(place.url);
  return (await import('./sqlite.ts')).openSqlite(place.data);
}

/** A connection of its own that reads only: for a worker's snapshots. */
export async function openReader(place: Place): Promise<Db> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgresReader(place.url);
  return (await import('./sqlite.ts')).openSqliteReader(place.data);
}

/** A connection that only reads, for whoever looks at every row and waits for it. @throws DatabaseAway, UnfitDatabase, EmptyDatabase */
export async function openLooker(place: Place): Promise<Db> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgresLooker(place.url);
  return openReader(place);
}

/** The last step of the schema that a database has. */
export async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}

/** Runs some work on one consistent snapshot. */
export function onSnapshot<T>(reader: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** Brings the schema up to date; whether anything was to be done. */
async function migrate(db: Db): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw (await hasUnknown(db)) ? new NewerDatabase() : error;
  return results.length > 0;
}

/** Whether a program that knows more than this one has had the database. */
async function hasUnknown(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.some(({ name }) => !Object.hasOwn(MIGRATIONS, name));
}
