import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR } from '@shp/shared/domain/lib/days';
import { ForeignFiles } from '../../fileStoreErrors.ts';
import type { FileStore } from '../types.ts';
import { S3Blobs } from './blobs.ts';
import { Objects } from './objects.ts';
import { S3Parts } from './parts.ts';
import { placeOf } from './place.ts';

/** The object that names the installation to which the bucket belongs. */
const OWNER = 'installation';
/** Scratch files older than this are leftovers. */
const OLD_MS = HOUR;

/** Opens a bucket and checks that it can be read. @throws UnfitStore, StoreAway, StoreRefuses */
export async function openS3(name: string, data: string): Promise<FileStore> {
  const objects = new Objects(placeOf(name, process.env));
  const owner = await objects.read(OWNER);
  const scratch = join(data, 'scratch');
  return {
    blobs: new S3Blobs(objects),
    parts: new S3Parts(objects, scratch),
    async claim(installation) {
      await clear(scratch);
      if (owner === null) await objects.putBytes(OWNER, Buffer.from(installation));
      else if (owner !== installation) throw new ForeignFiles(name);
    },
  };
}

/** Removes scratch files that a crash left. */
async function clear(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    const path = join(scratch, name);
    const info = await stat(path).catch(() => null);
    if (info && Date.now() - info.mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true });
  }
}
