import { databaseFile } from '@shp/server/store/db/types';
import { stageOf } from '@shp/server/store/repositories/assessments';
import Sqlite from 'better-sqlite3';
import { newRegion } from '../support/region.ts';

/** A data directory with demo data in which every station has one assessment that waits for experts. */
export async function awaitingExperts(count: number): Promise<string> {
  const data = await newRegion({ stations: count, assessments: count }, false);
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
