import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '@shp/server/demo/index';
import { localFiles } from '@shp/server/files/blobs/fileStore';
import { openDatabase } from '@shp/server/store/db/database';
import { databaseFile } from '@shp/server/store/db/types';
import { stageOf } from '@shp/server/store/repositories/assessments';
import Sqlite from 'better-sqlite3';

/** A data directory with demo data in which every station has one assessment that waits for experts. */
export async function awaitingExperts(count: number): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'shp-bulk-'));
  const database = await openDatabase({ data });
  const size = { stations: count, assessments: count };
  await fillDemo(
    database.write,
    { data, blobs: localFiles(data).blobs },
    { size, seed: 1, adminPassword: null, files: false },
  );
  await database.close();
  const sqlite = new Sqlite(databaseFile(data));
  sqlite.exec('delete from expert_scores; delete from assessment_experts');
  sqlite
    .prepare(
      `update assessments set status = 'first_passed', stage = ?, expert_score = null, concluded_at = null,
       valid_until = null where id in (select max(id) from assessments group by station_id)`,
    )
    .run(stageOf('first_passed'));
  sqlite.close();
  return data;
}
