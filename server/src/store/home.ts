import type { HomeStatus } from '@shp/shared/api/objects';
import { ON_PROGRESS } from '@shp/shared/domain/statuses';
import { sql } from 'kysely';
import { REGION } from './keptTotals.ts';
import type { Db } from './schema.ts';

/** The home page's counts, of the whole region for everybody (DOMAIN.md section 1). `today` is a day in China Standard Time. */
export async function homeStatus(db: Db, today: string): Promise<HomeStatus> {
  const { station } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('station'))
    .where('role', '=', 'station')
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  const { report, onProgress } = await db
    .selectFrom('assessment_totals')
    .select(({ fn, eb }) => [
      fn.sum<number | null>('count').filterWhere('sent', '=', 1).as('report'),
      fn
        .sum<number | null>('count')
        .filterWhere(eb('status', 'in', ON_PROGRESS))
        .as('onProgress'),
    ])
    .where('division', '=', REGION)
    .executeTakeFirstOrThrow();
  const deleted = db.selectFrom('users').select('id').where('role', '=', 'station').where('is_deleted', '=', 1);
  const rated = await db
    .selectFrom(
      db
        .selectFrom('assessments')
        .select(['station_id', sql<number>`min(level)`.as('best')])
        .where('status', '=', 'passed')
        .where('is_deleted', '=', 0)
        .where('valid_until', '>=', today)
        .where('station_id', 'not in', deleted)
        .groupBy('station_id')
        .as('ratings'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('best', '=', 2).as('level2'),
      eb.fn.countAll<number>().filterWhere('best', '=', 3).as('level3'),
    ])
    .executeTakeFirstOrThrow();
  return { station, report: report ?? 0, onProgress: onProgress ?? 0, ...rated };
}
