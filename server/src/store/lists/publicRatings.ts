import type { Level } from '@shp/shared/domain/assessment/statuses';
import { expressionBuilder, sql } from 'kysely';
import type { Db, Schema } from '../schema/schema.ts';
import { contains, offsetOf } from './paging.ts';
import { within } from './scope.ts';

/** What a visitor looks for. */
type Wanted = { name: string | undefined; division: string | undefined; level: Level | undefined };
export type PublicRatingFilter = Wanted & {
  /** The day on which the ratings are valid. */
  day: string;
  page: number;
  size: number;
};

function matches({ name, division, level }: Wanted) {
  const eb = expressionBuilder<Schema, 'assessments'>();
  return eb.and([
    ...(name === undefined ? [] : [contains('assessments.station_name', name)]),
    ...(division === undefined ? [] : [within(eb, 'assessments.division', division)]),
    ...(level === undefined ? [] : [eb('assessments.level', '=', level)]),
  ]);
}

/** The best valid rating of each station, by division and name. */
export async function listPublicRatings(db: Db, { day, page, size, ...wanted }: PublicRatingFilter) {
  const found = db
    .selectFrom('ratings')
    .innerJoin('assessments', (join) =>
      join
        .onRef('assessments.station_id', '=', 'ratings.station_id')
        .onRef('assessments.level', '=', 'ratings.level')
        .onRef('assessments.valid_until', '=', 'ratings.until')
        .on('assessments.status', '=', 'passed')
        .on('assessments.is_deleted', '=', 0),
    )
    .where('ratings.until', '>=', day)
    // A better one that is valid too.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ratings as better')
            .select('better.level')
            .whereRef('better.station_id', '=', 'ratings.station_id')
            .whereRef('better.level', '<', 'ratings.level')
            .where('better.until', '>=', day),
        ),
      ),
    )
    .where(matches(wanted));
  const { total } = await found
    .select(sql<number>`count(distinct assessments.station_id)`.as('total'))
    .executeTakeFirstOrThrow();
  const items = await found
    .select(({ fn }) => [
      'assessments.station_name as station',
      'assessments.division',
      'assessments.level',
      'ratings.until as validUntil',
      // A station that passed twice on one day has one rating: the newer one.
      fn.max('assessments.number').as('number'),
    ])
    .groupBy([
      'assessments.station_id',
      'assessments.station_name',
      'assessments.station_key',
      'assessments.division',
      'assessments.level',
      'ratings.until',
    ])
    .orderBy('assessments.division')
    .orderBy('assessments.station_key')
    .orderBy('assessments.station_id')
    .limit(size)
    .offset(offsetOf({ page, size }))
    .execute();
  return { total, items };
}

/** More proposals than this are searched by name or division. */
const PROPOSALS_MAX = 200;

/** The decisions to pass that are shown as proposals now, by their last day. */
export function listProposals(db: Db, wanted: Wanted) {
  return db
    .selectFrom('assessments')
    .select(['station_name as station', 'division', 'level', 'number', sql<string>`proposed_until`.as('until')])
    .where('proposed_until', 'is not', null)
    .where('is_deleted', '=', 0)
    .where(matches(wanted))
    .orderBy('proposed_until')
    .orderBy('number')
    .limit(PROPOSALS_MAX)
    .execute();
}
