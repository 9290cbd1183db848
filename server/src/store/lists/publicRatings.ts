import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Level } from '@shp/shared/domain/assessment/statuses';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import { contains, windowOf } from './paging.ts';
import { unindexed, within } from './scope.ts';

/** What a visitor looks for. */
type Wanted = { name: string | undefined; division: string | undefined; level: Level | undefined };
export type PublicRatingFilter = Wanted & {
  /** The day on which the ratings are valid. */
  day: string;
  page: number;
  size: number;
};

/** Stations with a rating that is valid on a day, of the wanted name, division and best level. */
function ratedStations(db: Db, { day, name, division, level }: Wanted & { day: string }) {
  return (
    db
      .selectFrom('users')
      .where('users.role', '=', 'station')
      .where('users.is_deleted', '=', 0)
      // SQLite then reads the stations by division, in the order of the list.
      .where((eb) => within(eb, 'users.division', division ?? PROVINCE))
      .where(({ and, exists, not, selectFrom }) => {
        const valid = selectFrom('ratings')
          .select('ratings.level')
          .whereRef('ratings.station_id', '=', 'users.id')
          .where('ratings.until', '>=', day);
        if (level === undefined) return exists(valid);
        return and([
          exists(valid.where('ratings.level', '=', level)),
          not(exists(valid.where('ratings.level', '<', level))),
        ]);
      })
      .$if(name !== undefined, (query) => query.where(contains('users.name', name ?? '')))
  );
}

/** The best valid rating of each station, by division and name. */
export async function listPublicRatings(db: Db, { page, size, ...wanted }: PublicRatingFilter) {
  const stations = ratedStations(db, wanted);
  const { total } = await stations.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { skipped, limit, backwards } = windowOf({ page, size }, total);
  if (limit <= 0) return { total, items: [] };
  const direction = backwards ? 'desc' : 'asc';
  const found = await stations
    .select('users.id')
    .orderBy('users.division', direction)
    .orderBy('users.name_key', direction)
    .orderBy('users.id', direction)
    .limit(limit)
    .offset(skipped)
    .execute();
  const ids = (backwards ? found.reverse() : found).map(({ id }) => id);
  const best = await bestRatings(db, ids, wanted.day);
  return { total, items: ids.flatMap((id) => best.get(id) ?? []) };
}

type PublicRating = { station: string; division: string; level: Level; validUntil: string; number: string };

/** The best valid rating of each of some stations. */
async function bestRatings(db: Db, stations: readonly string[], day: string): Promise<Map<string, PublicRating>> {
  const rows = await db
    .selectFrom('assessments')
    .select(['station_id', 'station_name as station', 'division', 'level', 'number', 'valid_until as validUntil'])
    .where('station_id', 'in', [...stations])
    .where('is_deleted', '=', 0)
    .where('status', '=', 'passed')
    .execute();
  const best = new Map<string, PublicRating>();
  // The best level; of one level the rating that ends last, and of two that end on one day the newer one.
  for (const { station_id, validUntil, ...row } of rows) {
    if (validUntil === null || validUntil < day) continue;
    const [one, known] = [{ ...row, validUntil }, best.get(station_id)];
    if (!known || isBetter(one, known)) best.set(station_id, one);
  }
  return best;
}

function isBetter(one: PublicRating, other: PublicRating): boolean {
  if (one.level !== other.level) return one.level < other.level;
  return one.validUntil === other.validUntil ? one.number > other.number : one.validUntil > other.validUntil;
}

/** More proposals than this are searched by name or division. */
const PROPOSALS_MAX = 200;

/** The decisions to pass that are shown as proposals now, by their last day. */
export function listProposals(db: Db, { name, division, level }: Wanted) {
  return (
    db
      .selectFrom('assessments')
      .select(['station_name as station', 'division', 'level', 'number', sql<string>`proposed_until`.as('until')])
      .where('proposed_until', 'is not', null)
      // SQLite then reads the proposals alone, and not through an index of all assessments.
      .where(unindexed('is_deleted'), '=', 0)
      .$if(name !== undefined, (query) => query.where(contains('assessments.station_name', name ?? '')))
      .$if(division !== undefined, (query) =>
        query.where((eb) => within(eb, 'assessments.division', division ?? PROVINCE)),
      )
      .$if(level !== undefined, (query) => query.where('assessments.level', '=', level ?? 3))
      .orderBy('proposed_until')
      .orderBy('number')
      .limit(PROPOSALS_MAX)
      .execute()
  );
}
