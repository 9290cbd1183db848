import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ForeignFiles } from '../../fileStoreErrors.ts';
import { databaseFile } from '../../store/db/types.ts';
import { type FileStore, PARTS_FOLDER } from '../types.ts';
import { LocalParts } from '../uploads/uploadBytes.ts';
import { FILES_FOLDER, LocalBlobs } from './blobs.ts';

/** Whether a place for files is a bucket rather than a directory. */
export function isBucket(place: string): boolean {
  return place.startsWith('s3://');
}

/** Files of a PostgreSQL lie in no directory that has a SQLite: sweeping would take that one's for leftovers. @throws ForeignFiles */
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

/** Files in a directory or in a bucket. `scratch` is a local directory for what is at hand. @throws UnfitStore, StoreAway, StoreRefuses */
export async function openFiles(place: string, scratch: string): Promise<FileStore> {
  return isBucket(place) ? (await import('../s3/open.ts')).openS3(place, scratch) : localFiles(place);
}
