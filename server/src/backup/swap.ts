import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FILES_FOLDER } from '../files/blobs/blobs.ts';
import { syncFolder } from '../os/fsync.ts';
import { DATABASE_NAME } from '../store/db/types.ts';
import { PANO_NAME } from './manifest.ts';

/** Restored data under way: whatever is here counts for nothing. */
const STAGING = 'restore.part';
/** Restored data complete, the old ones to be removed. The renaming to this name is the moment of the restore. */
const READY = 'restore.ready';
/** Restored data complete, the old ones gone. */
const MOVING = 'restore.moving';

/** All that a data directory holds beside its lock. */
const CONTENTS = [
  `${DATABASE_NAME}-wal`,
  `${DATABASE_NAME}-shm`,
  DATABASE_NAME,
  FILES_FOLDER,
  PANO_NAME,
  'uploads',
  'exports',
];

/** Whether a data directory holds anything that a restore would replace, one cut off included. */
export function hasData(data: string): boolean {
  return [DATABASE_NAME, FILES_FOLDER, READY, MOVING].some((name) => existsSync(join(data, name)));
}

/** Whether a restore was cut off when only the last renames were left. */
export function isSwapPending(data: string): boolean {
  return existsSync(join(data, READY)) || existsSync(join(data, MOVING));
}

/** An empty folder to restore into. */
export async function newStaging(data: string): Promise<string> {
  const staging = join(data, STAGING);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  return staging;
}

/** Puts complete restored data into the place of the old ones: from the first rename on it is done, whatever comes between. */
export async function swapIn(data: string): Promise<void> {
  await syncFolder(join(data, STAGING));
  await rename(join(data, STAGING), join(data, READY));
  await syncFolder(data);
  await finishRestore(data);
}

/**
 * Ends a restore that was cut off: forgets it where its data were not complete yet, else finishes it. Every step may be
 * repeated. Whoever holds the directory calls it before anything else.
 */
export async function finishRestore(data: string): Promise<void> {
  await rm(join(data, STAGING), { recursive: true, force: true });
  if (existsSync(join(data, READY))) {
    for (const name of CONTENTS) await rm(join(data, name), { recursive: true, force: true });
    await rename(join(data, READY), join(data, MOVING));
    await syncFolder(data);
  }
  if (!existsSync(join(data, MOVING))) return;
  for (const name of await readdir(join(data, MOVING))) await rename(join(data, MOVING, name), join(data, name));
  await syncFolder(data);
  await rm(join(data, MOVING), { recursive: true });
}
