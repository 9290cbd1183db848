import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ForeignFiles } from '../../fileStoreErrors.ts';
import { databaseFile } from '../../store/db/types.ts';
import { type FileStore, PARTS_FOLDER } from '../types.ts';
import { LocalParts } from '../uploads/uploadBytes.ts';
import { FILES_FOLDER, LocalBlobs } from './blobs.ts';

/** Whether the file store is a bucket rather than a directory. */
export function isBucket(place: string): boolean {
  return place.startsWith('s3://');
}

/**
 * Refuses a directory that has a SQLite database as the file store of PostgreSQL: the sweep would delete the other
 * installation's files. @throws ForeignFiles
 */
export function refuseForeign(directory: string): void {
  if (existsSync(databaseFile(directory))) throw new ForeignFiles(directory);
}

/** Files in a directory. */
export function localFiles(directory: string): FileStore {
  return {
    blobs: new LocalBlobs(join(directory, FILES_FOLDER)),
    parts: new LocalParts(join(directory, PARTS_FOLDER)),
    claim: async () => {},
  };
}

/**
 * Opens the file store, a directory or a bucket. `scratch` is a local directory for temporary copies. @throws
 * UnfitStore, StoreAway, StoreRefuses
 */
export async function openFiles(place: string, scratch: string): Promise<FileStore> {
  return isBucket(place) ? (await import('../s3/open.ts')).openS3(place, scratch) : localFiles(place);
}
