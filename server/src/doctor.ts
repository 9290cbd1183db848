import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { verifyAudit } from './audit/read.ts';
import { isKept, keptFiles, openForReading, schemaOf } from './backup/snapshot.ts';
import { type BlobStore, blobPath, FILES_FOLDER, LocalBlobs } from './files/blobs.ts';
import { digestOf } from './files/digest.ts';
import { isBucket, openFiles } from './files/fileStore.ts';
import { openReader } from './store/database.ts';
import { violations } from './store/invariants.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { Db } from './store/schema.ts';

/** Something that is wrong with a data directory. */
export type Finding =
  | { readonly check: 'database'; readonly detail: string }
  | { readonly check: 'schema'; readonly schema: string; readonly newer: boolean }
  | { readonly check: 'file'; readonly id: string; readonly path: string; readonly wrong: 'missing' | 'changed' }
  | { readonly check: 'audit'; readonly id: string }
  | { readonly check: 'rule'; readonly rule: string; readonly ids: readonly string[] };

export type Checkup = {
  /** The directory or bucket of uploaded files, where that is not the data directory. */
  readonly files?: string | undefined;
  readonly signal: AbortSignal;
  watch(done: number, total: number): void;
};

/**
 * Looks through a data directory, also while a server works on it; changes nothing. A database that is damaged or of
 * another schema is not looked into further. @throws NoDatabase, RestoreUnfinished
 */
export async function* examine(data: string, checkup: Checkup): AsyncGenerator<Finding> {
  const broken = damages(data);
  yield* broken;
  if (broken.length > 0) return;
  const store = await openReader({ data });
  const database = openForReading(data);
  try {
    yield* await inTheRows(store, checkup.signal);
    yield* wrongFiles(await blobsIn(checkup.files ?? data, data), database, checkup);
  } finally {
    database.close();
    await store.destroy();
  }
}

/** The audit's chain and the invariants, of one moment of the database, whatever is written meanwhile. */
async function inTheRows(store: Db, signal: AbortSignal): Promise<Finding[]> {
  return store.transaction().execute(async (snapshot) => {
    const { firstBroken } = await verifyAudit(snapshot);
    signal.throwIfAborted();
    const rules = (await violations(snapshot)).map((one): Finding => ({ check: 'rule', ...one }));
    return firstBroken === null ? rules : [{ check: 'audit', id: firstBroken }, ...rules];
  });
}

/** What SQLite itself finds, and a schema that this program does not know. */
function damages(data: string): Finding[] {
  let database: Sqlite.Database | undefined;
  try {
    database = openForReading(data);
    const told = database.pragma('integrity_check(20)') as { integrity_check: string }[];
    const details = told.map((one) => one.integrity_check).filter((one) => one !== 'ok');
    const orphans = database.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
    for (const { table, rowid, parent } of orphans.slice(0, 20)) details.push(`${table} ${rowid} → ${parent}`);
    if (details.length > 0) return details.map((detail) => ({ check: 'database', detail }));
    const schema = schemaOf(database);
    const current = Object.keys(MIGRATIONS).sort().at(-1);
    return schema === current ? [] : [{ check: 'schema', schema, newer: !Object.hasOwn(MIGRATIONS, schema) }];
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_')) {
      return [{ check: 'database', detail: (error as Error).message }];
    }
    throw error;
  } finally {
    database?.close();
  }
}

async function blobsIn(place: string, data: string): Promise<BlobStore> {
  return isBucket(place) ? (await openFiles(place, data)).blobs : new LocalBlobs(join(place, FILES_FOLDER));
}

async function* wrongFiles(blobs: BlobStore, database: Sqlite.Database, checkup: Checkup): AsyncGenerator<Finding> {
  const files = keptFiles(database);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const { id, size, sha256 } of files) {
    checkup.signal.throwIfAborted();
    const path = join(FILES_FOLDER, blobPath(id));
    const digest = await blobs.open(id).then(digestOf).catch(absent);
    // One deleted meanwhile is not missing.
    if (digest?.sha256 !== sha256 && isKept(database, id)) {
      yield { check: 'file', id, path, wrong: digest === null ? 'missing' : 'changed' };
    }
    done += size;
    checkup.watch(done, total);
  }
}

function absent(error: { code?: string }): null {
  if (error.code === 'ENOENT' || error.code === 'NoSuchKey') return null;
  throw error;
}
