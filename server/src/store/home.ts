import type { HomeStatus } from '@shp/shared/api/objects';
import { ON_PROGRESS } from '@shp/shared/domain/statuses';
import { ratedOn } from './keptRatings.ts';
import { REGION } from './keptTotals.ts';
import type { Db } from './schema.ts';

/** The home page's counts, of the whole region for everybody (DOMAIN.md section 1). `today` is a day in China Standard Time. */
export async function homeStatus(db: Db, today: string): Promise<HomeStatus> {
  const { station } = await db
    .selectFrom('user_totals')
    .select(({ fn }) => fn.sum<number | null>('count').as('station'))
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
  return { station: station ?? 0, report: report ?? 0, onProgress: onProgress ?? 0, ...(await ratedOn(db, today)) };
}
