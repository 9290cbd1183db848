import { join } from 'node:path';
import type { Db } from '../schema/schema.ts';
import type { Locks } from './locks.ts';

/** Where a database is: a file in a directory (SQLite), or a PostgreSQL by its URL. */
export type Place = { readonly data: string } | { readonly url: string };

/** Database to read by and to write by. A transaction of `write` has the writing to itself, among all servers. */
export type Database = {
  readonly read: Db;
  readonly write: Db;
  /** For whoever asks whether it answers, however many wait for it. */
  readonly probe: Db;
  readonly locks: Locks;
  /** Milliseconds since 1970, by the clock that all servers of the database share. */
  now(): number;
  /** From now on calls wait for what is asked, and none for good: a database that stands still is away. */
  hurry(): void;
  close(): Promise<void>;
};

/** The file of a data directory, and of a backup, that has all rows. */
export const DATABASE_NAME = 'shp.sqlite';

/** Where the rows of a data directory lie. */
export function databaseFile(data: string): string {
  return join(data, DATABASE_NAME);
}
