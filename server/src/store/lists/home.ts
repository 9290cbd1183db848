import type { HomeStatus } from '@shp/shared/api/objects';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { ratedOn, ratingFilter } from '../counters/ratings.ts';
import type { Db } from '../schema/schema.ts';
import { countListed } from './assessments.ts';
import { countUsers } from './users.ts';

/**
 * The home page's counts in a scope; each equals the total of the list with the same filter. `today` is a day in China
 * Standard Time.
 */
export async function homeStatus(db: Db, within: Scope, today: string): Promise<HomeStatus> {
  const isWhole = within.kind === 'all' || (within.kind === 'division' && within.division === PROVINCE);
  const scope: Scope = isWhole ? { kind: 'all' } : within;
  const stations = (rated?: '2' | '3') =>
    countUsers(db, scope, 'stations', { isDeleted: false, rating: ratingFilter(today, { rated }) });
  return {
    station: await stations(),
    report: await countListed(db, scope, { submitted: true }),
    onProgress: await countListed(db, scope, { status: ON_PROGRESS }),
    ...(isWhole ? await ratedOn(db, today) : { level2: await stations('2'), level3: await stations('3') }),
  };
}
