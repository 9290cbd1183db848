import { join } from 'node:path';
import type { Db } from '../schema/schema.ts';
import type { Locks } from './locks.ts';

/** The place of a database: a directory with a SQLite file, or the URL of a PostgreSQL. */
export type Place = { readonly data: string } | { readonly url: string };

/** A database for reading and for writing. Only one transaction of `write` runs at a time, among all servers. */
export type Database = {
  readonly read: Db;
  readonly write: Db;
  /** A connection for health checks, free however many calls wait. */
  readonly probe: Db;
  readonly locks: Locks;
  /** Milliseconds since 1970, by the common clock of all servers of the database. */
  now(): number;
  /** From now on statements time out, and a database that hangs counts as unreachable. */
  startTimeouts(): void;
  close(): Promise<void>;
};

/** The database file of a data directory and of a backup. */
export const DATABASE_NAME = 'shp.sqlite';

/** Path of the database in a data directory. */
export function databaseFile(data: string): string {
  return join(data, DATABASE_NAME);
}
