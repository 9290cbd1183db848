import { divisionPrefix } from '@shp/shared/domain/accounts/divisions';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { type QueryExecutorProvider, sql } from 'kysely';
import { chinaDay, type Dialect, dialectOf } from '../db/dialect.ts';
import type { FindingTotalsTable } from '../schema/findings.ts';
import type { Db } from '../schema/schema.ts';
import { REGION } from './assessments.ts';

/*
 * `finding_totals`: number of findings by state and day of their making, for the whole region, each city including its
 * counties, and each division. Triggers update it in the transaction of each change.
 */

/** The day of the rows that count all days. */
const ALL_DAYS = '';
/** A text between {@link ALL_DAYS} and every day. */
const BEFORE_ALL = '0';

const counted = (dialect: Dialect) =>
  [`'${REGION}'`, 'substr(division, 1, 4)', 'division']
    .flatMap((place) =>
      [`'${ALL_DAYS}'`, chinaDay(dialect, 'created_at')].map(
        (day) => `SELECT ${place} AS division, ${day} AS day, state, count(*) AS count FROM findings GROUP BY 1, 2, 3`,
      ),
    )
    .join(' UNION ALL ');

/** Fills the table from all findings. */
export const findingsFilled = (dialect: Dialect) =>
  `INSERT INTO finding_totals (division, day, state, count) ${counted(dialect)}`;

/** The correct content of `finding_totals`, computed from every finding. */
export const findingsNow = (db: QueryExecutorProvider) => sql<FindingTotalsTable>`(${sql.raw(counted(dialectOf(db)))})`;

/** The number of findings in all of these divisions, in one of the states (none: in any) and made on these days. */
export async function countFindings(
  db: Db,
  {
    divisions,
    state = [],
    from,
    to,
  }: {
    divisions: readonly string[];
    state?: readonly FindingState[] | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<number> {
  const [place = REGION] = divisions.map(divisionPrefix).sort((one, other) => other.length - one.length);
  // Two divisions have findings in common only if one contains the other.
  if (!divisions.every((division) => place.startsWith(divisionPrefix(division)))) return 0;
  let rows = db.selectFrom('finding_totals').where('division', '=', place);
  if (from || to) rows = rows.where('day', '>=', from || BEFORE_ALL);
  else rows = rows.where('day', '=', ALL_DAYS);
  if (to) rows = rows.where('day', '<=', to);
  if (state.length > 0) rows = rows.where('state', 'in', [...state]);
  const { total } = await rows.select(({ fn }) => fn.sum<number | null>('count').as('total')).executeTakeFirstOrThrow();
  return total ?? 0;
}
