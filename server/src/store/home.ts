import type { HomeStatus } from '@shp/shared/api/objects';
import { ON_PROGRESS } from '@shp/shared/domain/statuses';
import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** The home page's counts, of the whole region for everybody (DOMAIN.md section 1). `today` is a day in China Standard Time. */
export async function homeStatus(db: Db, today: string): Promise<HomeStatus> {
  const { station } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('station'))
    .where('role', '=', 'station')
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow();
  // Two counts of one column each: both are answered from an index alone.
  const { report } = await db
    .selectFrom('assessments')
    .select((eb) => eb.fn.countAll<number>().as('report'))
    .where('is_deleted', '=', 0)
    .where('first_submitted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const { onProgress } = await db
    .selectFrom('assessments')
    .select((eb) => eb.fn.countAll<number>().as('onProgress'))
    .where('is_deleted', '=', 0)
    .where('status', 'in', [...ON_PROGRESS])
    .executeTakeFirstOrThrow();
  const rated = await db
    .selectFrom(
      db
        .selectFrom('assessments')
        .innerJoin('users', 'users.id', 'assessments.station_id')
        .select(['assessments.station_id', sql<number>`min(assessments.level)`.as('best')])
        .where('assessments.status', '=', 'passed')
        .where('assessments.is_deleted', '=', 0)
        .where('assessments.valid_until', '>=', today)
        .where('users.is_deleted', '=', 0)
        .groupBy('assessments.station_id')
        .as('ratings'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('best', '=', 2).as('level2'),
      eb.fn.countAll<number>().filterWhere('best', '=', 3).as('level3'),
    ])
    .executeTakeFirstOrThrow();
  return { station, report, onProgress, ...rated };
}
