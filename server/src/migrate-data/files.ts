import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { StoredFile } from '../backup/snapshot.ts';
import { type BlobStore, blobPath, FILES_FOLDER } from '../files/blobs/blobs.ts';
import { digestFile, digestOf } from '../files/blobs/digest.ts';
import { type FileStore, PARTS_FOLDER } from '../files/types.ts';
import { NotTheSame, TargetNotEmpty } from './faults.ts';

export type Watch = { readonly signal: AbortSignal; step(bytes: number): void };

const PARALLEL = 8;

/**
 * Copies stored files and reads each copy back; only reads those that an earlier try copied. Returns the ids of files
 * that are missing or changed at the source. @throws TargetNotEmpty, NotTheSame
 */
export async function moveFiles(
  directory: string,
  files: readonly StoredFile[],
  { blobs }: FileStore,
  { signal, step }: Watch,
): Promise<string[]> {
  const there = await keysOf(blobs);
  const own = new Set(files.map(({ id }) => id));
  for (const key of there) if (!own.has(key)) throw new TargetNotEmpty('files');
  const unsound: string[] = [];
  await mapLimit(files, PARALLEL, async (file) => {
    signal.throwIfAborted();
    if (!(await bring(directory, blobs, file, there.has(file.id)))) unsound.push(file.id);
    step(file.size);
  });
  return unsound.sort();
}

/** False if the file is missing or changed at the source. */
async function bring(
  directory: string,
  blobs: BlobStore,
  { id, sha256 }: StoredFile,
  there: boolean,
): Promise<boolean> {
  if (there) {
    if ((await digestIn(blobs, id)) === sha256) return true;
    await blobs.remove(id);
  }
  const path = join(directory, FILES_FOLDER, blobPath(id));
  const digest = await digestFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (digest?.sha256 !== sha256) return false;
  await blobs.put(id, path, digest);
  if ((await digestIn(blobs, id)) !== sha256) throw new NotTheSame(id);
  return true;
}

/** Copies the bytes of running uploads, so that they can resume. */
export async function moveParts(directory: string, ids: readonly string[], { parts }: FileStore): Promise<void> {
  for (const id of ids) {
    const path = join(directory, PARTS_FOLDER, id);
    await parts.remove(id);
    if (await stat(path).catch(() => null)) await parts.write(id, 0, createReadStream(path));
  }
}

async function keysOf(blobs: BlobStore): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const page of blobs.list()) for (const key of page) keys.add(key);
  return keys;
}

async function digestIn(blobs: BlobStore, id: string): Promise<string> {
  return (await digestOf(await blobs.open(id))).sha256;
}
