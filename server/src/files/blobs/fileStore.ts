import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../../store/db/database.ts';
import { LocalParts, type PartStore } from '../uploads/uploadBytes.ts';
import { type BlobStore, FILES_FOLDER, LocalBlobs } from './blobs.ts';
import { ForeignFiles } from './faults.ts';

/** A place for files: those that are kept, and those that are being uploaded. */
export type FileStore = {
  readonly blobs: BlobStore;
  readonly parts: PartStore;
  /** Takes the place for the installation of this id, once for all. @throws ForeignFiles where it is another's */
  claim(installation: string): Promise<void>;
};

/** Those that are being uploaded. */
export const PARTS_FOLDER = 'uploads';

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
