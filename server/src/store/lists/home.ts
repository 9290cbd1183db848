import type { HomeStatus } from '@shp/shared/api/objects';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { ratedOn, ratingFilter } from '../counters/ratings.ts';
import { REGION } from '../counters/totals.ts';
import type { Db } from '../schema/schema.ts';
import { countAssessments } from './assessments.ts';
import { countUsers } from './users.ts';

/** The home page's counts of the whole region. `today` is a day in China Standard Time. */
export async function homeStatus(db: Db, today: string): Promise<HomeStatus> {
  const station = await countUsers(db, { kind: 'all' }, 'stations', { isDeleted: false });
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
  return { station, report: report ?? 0, onProgress: onProgress ?? 0, ...(await ratedOn(db, today)) };
}

/** The same counts in a scope; each equals the total of the list with the same filter. */
export async function scopedStatus(db: Db, scope: Scope, today: string): Promise<HomeStatus> {
  if (scope.kind === 'all' || (scope.kind === 'division' && scope.division === PROVINCE)) return homeStatus(db, today);
  const stations = (rated?: '2' | '3') =>
    countUsers(db, scope, 'stations', { isDeleted: false, rating: ratingFilter(today, { rated }) });
  return {
    station: await stations(),
    report: await countAssessments(db, scope, { submitted: true }),
    onProgress: await countAssessments(db, scope, { status: ON_PROGRESS }),
    level2: await stations('2'),
    level3: await stations('3'),
  };
}
