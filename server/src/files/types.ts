import type { BlobStore } from './blobs/blobs.ts';
import type { PartStore } from './uploads/uploadBytes.ts';

/** A file store: stored files, and uploads in progress. */
export type FileStore = {
  readonly blobs: BlobStore;
  readonly parts: PartStore;
  /** Marks the file store as this installation's, for good. @throws ForeignFiles if it belongs to another one */
  claim(installation: string): Promise<void>;
};

/** The folder of uploads in progress. */
export const PARTS_FOLDER = 'uploads';
