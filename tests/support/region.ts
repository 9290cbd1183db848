import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoCounts, fillDemo } from '@shp/server/demo/index';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import { DEMO_DAY } from './demoDay.ts';

/**
 * A new data directory with a generated region of this size. With files it has some 50 for each application: tests that
 * copy them all take few applications.
 */
export async function newRegion(
  size: DemoCounts,
  files: boolean,
  adminPassword: string | null = null,
): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'shp-region-'));
  const database = await openDatabase({ data });
  try {
    const { blobs } = localFiles(data);
    await fillDemo(database.write, { data, blobs }, { size, seed: 1, adminPassword, files, day: DEMO_DAY });
  } finally {
    await database.close();
  }
  return data;
}
