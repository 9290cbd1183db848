import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HEAD_NAME } from '../audit/signing/headFile.ts';
import { FILES_FOLDER } from '../files/blobs/blobs.ts';
import { syncFolder } from '../os/fsync.ts';
import { DATABASE_NAME } from '../store/db/types.ts';
import { PANO_NAME } from './manifest.ts';

/** A restore in progress; its content is worthless until renamed. */
const STAGING = 'restore.part';
/** The restored data are complete, the old data still to be removed. Renaming to this name completes the restore. */
const READY = 'restore.ready';
/** The restored data are complete and the old data removed. */
const MOVING = 'restore.moving';

/** Everything in a data directory except its lock. */
const CONTENTS = [
  `${DATABASE_NAME}-wal`,
  `${DATABASE_NAME}-shm`,
  DATABASE_NAME,
  FILES_FOLDER,
  PANO_NAME,
  // The restored audit does not continue it; its last row says that there was a restore.
  HEAD_NAME,
  'uploads',
  'exports',
];

/** Whether a data directory has anything that a restore would replace, including an unfinished restore. */
export function hasData(data: string): boolean {
  return [DATABASE_NAME, FILES_FOLDER, READY, MOVING].some((name) => existsSync(join(data, name)));
}

/** Whether a restore stopped before its last renames. */
export function isSwapPending(data: string): boolean {
  return existsSync(join(data, READY)) || existsSync(join(data, MOVING));
}

/** Creates an empty folder to restore into. */
export async function newStaging(data: string): Promise<string> {
  const staging = join(data, STAGING);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { mode: 0o700 });
  return staging;
}

/**
 * Replaces the old data with the complete restored data. After the first rename the restore counts, even after a crash.
 */
export async function swapIn(data: string): Promise<void> {
  await syncFolder(join(data, STAGING));
  await rename(join(data, STAGING), join(data, READY));
  await syncFolder(data);
  await finishRestore(data);
}

/**
 * Completes an interrupted restore, or discards it if its data were incomplete. Repeatable. Call it first after locking
 * the data directory.
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
