import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAudit } from './audit/read.ts';
import { historyFaults } from './audit/signing/examine.ts';
import { HEAD_NAME } from './audit/signing/headFile.ts';
import type { HistoryFault } from './audit/signing/judge.ts';
import { Seal } from './auth/factors/seal.ts';
import { type Unreadable, unreadableSecrets } from './auth/factors/sealedSecrets.ts';
import { openForReading } from './backup/snapshot.ts';
import { StoreAway } from './fileStoreErrors.ts';
import { type BlobStore, blobPath, FILES_FOLDER } from './files/blobs/blobs.ts';
import { digestOf } from './files/blobs/digest.ts';
import { isBucket, openFiles, refuseForeign } from './files/blobs/fileStore.ts';
import { damagesIn, isDamage } from './store/checks/integrity.ts';
import { violations } from './store/checks/rules.ts';
import { onSnapshot, openForInspection, schemaOf } from './store/db/database.ts';
import { DatabaseAway, DatabaseRefuses, isAway, isDenied } from './store/db/faults.ts';
import type { Place } from './store/db/types.ts';
import { fileExists, storedBytes, walkStoredFiles } from './store/repositories/files.ts';
import { MIGRATIONS } from './store/schema/migrations.ts';
import type { Db } from './store/schema/schema.ts';

/** A defect in an installation's data. */
export type Finding =
  | { readonly check: 'database'; readonly detail: string }
  | { readonly check: 'schema'; readonly schema: string; readonly newer: boolean }
  | { readonly check: 'file'; readonly id: string; readonly path: string; readonly wrong: 'missing' | 'changed' }
  | { readonly check: 'audit'; readonly id: string }
  /** `id`: the first row, where the fault is in one. */
  | { readonly check: 'history'; readonly fault: HistoryFault | 'backdated'; readonly id: string }
  /** Sealed secrets that the key in the data directory does not open. */
  | ({ readonly check: 'secret' } & Unreadable)
  | { readonly check: 'rule'; readonly rule: string; readonly ids: readonly string[] };

/** Where an installation's data are, as in the options of `serve`. */
export type Examined = {
  readonly data: string;
  readonly databaseUrl: string | null;
  /** The directory or bucket of uploaded files; default: the data directory. */
  readonly files?: string | undefined;
};

export type Checkup = {
  readonly signal: AbortSignal;
  watch(done: number, total: number): void;
};

/**
 * Checks an installation's data while servers may use them; changes nothing. Stops early if the database is damaged or
 * has another schema.
 * @throws NoDatabase, RestoreUnfinished, EmptyDatabase, ForeignFiles, and errors of opening PostgreSQL or the file
 * store
 */
export async function* examine({ data, databaseUrl, files }: Examined, checkup: Checkup): AsyncGenerator<Finding> {
  const rows: Place = databaseUrl === null ? { data } : { url: databaseUrl };
  const place = files ?? data;
  if (databaseUrl === null) openForReading(data).close();
  else if (!isBucket(place)) refuseForeign(place);
  let store: Db | null = null;
  try {
    store = await openForInspection(rows);
    const found = await onSnapshot(store, (snapshot) =>
      inTheRows(snapshot, data, databaseUrl !== null, checkup.signal),
    );
    yield* found;
    if (found.some(({ check }) => check === 'database' || check === 'schema')) return;
    yield* wrongFiles(place, (await openFiles(place, data)).blobs, store, checkup);
  } catch (error) {
    if (isDenied(error)) throw new DatabaseRefuses(error.message, { cause: error });
    if (databaseUrl !== null && isAway(error) && !(error instanceof StoreAway)) throw new DatabaseAway(error);
    if (!isDamage(error)) throw error;
    yield { check: 'database', detail: error.message };
  } finally {
    await store?.destroy();
  }
}

/** Checks the rows of one snapshot, so that concurrent writes do not matter. */
async function inTheRows(snapshot: Db, data: string, isShared: boolean, signal: AbortSignal): Promise<Finding[]> {
  const damages = await damagesIn(snapshot);
  if (damages.length > 0) return damages.map((detail) => ({ check: 'database', detail }));
  const schema = await schemaOf(snapshot);
  if (schema !== Object.keys(MIGRATIONS).sort().at(-1))
    return [{ check: 'schema', schema, newer: !Object.hasOwn(MIGRATIONS, schema) }];
  signal.throwIfAborted();
  const { ok, firstBroken } = await verifyAudit(snapshot);
  signal.throwIfAborted();
  const history = (await historyFaults(snapshot, data, isShared)).map((one): Finding => ({ check: 'history', ...one }));
  signal.throwIfAborted();
  const rules = (await violations(snapshot)).map((one): Finding => ({ check: 'rule', ...one }));
  const secrets = (await sealedFaults(snapshot, data, isShared)).map((one): Finding => ({ check: 'secret', ...one }));
  const audit: Finding[] = ok ? [] : [{ check: 'audit', id: firstBroken ?? '' }];
  return [...audit, ...history, ...secrets, ...rules];
}

/** A shared database can be checked from a directory in which no server ran; that one has no key to compare. */
async function sealedFaults(snapshot: Db, data: string, isShared: boolean): Promise<Unreadable[]> {
  return isShared && !existsSync(join(data, HEAD_NAME)) ? [] : unreadableSecrets(snapshot, new Seal(data));
}

async function* wrongFiles(place: string, blobs: BlobStore, store: Db, checkup: Checkup): AsyncGenerator<Finding> {
  const pathOf = (id: string) => (isBucket(place) ? `${FILES_FOLDER}/${id}` : join(FILES_FOLDER, blobPath(id)));
  const total = await storedBytes(store);
  let done = 0;
  for await (const { id, size, sha256 } of walkStoredFiles(store)) {
    checkup.signal.throwIfAborted();
    const digest = await blobs.open(id).then(digestOf).catch(absent);
    // A file deleted meanwhile is not missing.
    if (digest?.sha256 !== sha256 && (await fileExists(store, id))) {
      yield { check: 'file', id, path: pathOf(id), wrong: digest === null ? 'missing' : 'changed' };
    }
    done += size;
    checkup.watch(done, Math.max(total, done));
  }
}

function absent(error: { code?: string }): null {
  if (error.code === 'ENOENT' || error.code === 'NoSuchKey') return null;
  throw error;
}
