import { statSync } from 'node:fs';
import { Migrator, sql } from 'kysely';
import { fillEscalations } from '../repositories/escalations.ts';
import { seedStandard } from '../repositories/standards.ts';
import { MIGRATIONS } from '../schema/migrations.ts';
import type { Db } from '../schema/schema.ts';
import { dialectOf } from './dialect.ts';
import { NewerDatabase, withRetries } from './faults.ts';
import { type Database, databaseFile, type Place } from './types.ts';

/** Opens a database and migrates its schema. @throws NewerDatabase */
export async function openDatabase(place: Place): Promise<Database> {
  const connections = await connect(place);
  let migrated = false;
  try {
    const free = await connections.locks.take(STARTING, () => {});
    try {
      await withRetries(async () => {
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
  // Connections opened before the migration know the old columns: `select *` would miss the new ones.
  await connections.close();
  return connect(place);
}

/** The lock for preparing the database: of several servers that start together, one does it. */
export const STARTING = 'start';

async function connect(place: Place): Promise<Database> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgres(place.url);
  return (await import('./sqlite.ts')).openSqlite(place.data);
}

/** A separate read-only connection, for a worker's snapshots. */
export async function openReader(place: Place): Promise<Db> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgresReader(place.url);
  return (await import('./sqlite.ts')).openSqliteReader(place.data);
}

/** A read-only connection without timeout, to examine every row. @throws DatabaseAway, UnfitDatabase, EmptyDatabase */
export async function openForInspection(place: Place): Promise<Db> {
  if ('url' in place) return (await import('./postgres.ts')).openPostgresForInspection(place.url);
  return openReader(place);
}

/** The last migration applied to a database. */
export async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT max(name) AS name FROM kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}

/** Runs `work` on one consistent snapshot. */
export function onSnapshot<T>(reader: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** The bytes of a database on disk, including SQLite's write-ahead log. */
export async function databaseBytes(db: Db, data: string): Promise<number> {
  if (dialectOf(db) === 'sqlite') {
    const file = databaseFile(data);
    return [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
  }
  const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}

/** Migrates the schema; returns whether there was anything to do. */
async function migrate(db: Db): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw (await hasUnknown(db)) ? new NewerDatabase() : error;
  return results.length > 0;
}

/** Whether a newer program has migrated the database. */
async function hasUnknown(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.some(({ name }) => !Object.hasOwn(MIGRATIONS, name));
}
