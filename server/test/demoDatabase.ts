import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoOptions, fillDemo } from '@shp/server/demo/index';
import type { BlobStore } from '@shp/server/files/blobs/blobs';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import type { Database } from '@shp/server/store/db/types';
import { sql } from 'kysely';
import { DEMO_DAY } from '../../tests/support/demoDay.ts';

export type TestDatabase = Database & { data: string };

/** Where a test's demo puts the tour and the files. */
export function foldersOf({ data }: TestDatabase): { data: string; blobs: BlobStore } {
  return { data, blobs: localFiles(data).blobs };
}

/** An empty database in its own directory. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const data = mkdtempSync(join(tmpdir(), 'shp-test-'));
  const database = await openDatabase({ data });
  return {
    ...database,
    data,
    async close() {
      await database.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** A database with demo data; by default small, with seed 1. */
export async function openDemo(options: Partial<DemoOptions> = {}): Promise<TestDatabase> {
  const database = await openTestDatabase();
  const all = { size: 'small', seed: 1, adminPassword: null, files: true, day: DEMO_DAY, ...options } as const;
  await fillDemo(database.write, foldersOf(database), all);
  return database;
}

/** All rows of all tables, except values that are random or depend on the day: salts and the standard's import. */
export async function dump({ read }: TestDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'
    AND name NOT LIKE 'kysely_%' AND name NOT LIKE 'sqlite_%' AND name <> 'standards' ORDER BY name`.execute(read);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(read);
    all[name] = rows.map(({ password_hash: _, ...row }) => row);
  }
  return all;
}
