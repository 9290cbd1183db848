import type { BlobStore } from './blobs/blobs.ts';
import type { PartStore } from './uploads/uploadBytes.ts';

/** A place for files: those that are kept, and those that are being uploaded. */
export type FileStore = {
  readonly blobs: BlobStore;
  readonly parts: PartStore;
  /** Takes the place for the installation of this id, once for all. @throws ForeignFiles where it is another's */
  claim(installation: string): Promise<void>;
};

/** Those that are being uploaded. */
export const PARTS_FOLDER = 'uploads';
