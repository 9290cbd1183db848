import { UNMENDED } from '@shp/shared/domain/findings/finding';
import type { FindingNotice } from '@shp/shared/domain/notices/kinds';
import type { Stage } from '@shp/shared/domain/statistics/progress';
import { type ExpressionBuilder, sql } from 'kysely';
import type { FindingsTable } from '../schema/findings.ts';
import type { Db, Schema } from '../schema/schema.ts';

const NOTICE_COLUMNS = [
  'assessments.id',
  'assessments.number',
  'assessments.station_id',
  'assessments.station_name',
  'assessments.division',
  'assessments.level',
  'assessments.status',
  'assessments.valid_until',
] as const;

const notYetNotified = (eb: ExpressionBuilder<Schema, never>, occasion: ReturnType<typeof sql<string>>) =>
  eb.not(eb.exists(eb.selectFrom('notice_occasions').select('at').where('notice_occasions.occasion', '=', occasion)));

/** Assessments that entered a stage between two times and have no notice of being overdue there, with that occasion. */
export async function unannouncedOverdue(
  db: Db,
  status: Stage,
  since: { after: string; until: string },
  limit: number,
) {
  const occasion = sql<string>`'overdue/' || assessments.id || '/' || assessments.status_since`;
  return db
    .selectFrom('assessments')
    .select([...NOTICE_COLUMNS, occasion.as('occasion')])
    .where('assessments.is_deleted', '=', 0)
    .where('assessments.status', '=', status)
    .where('assessments.proposed_until', 'is', null)
    .where('assessments.status_since', '>', since.after)
    .where('assessments.status_since', '<=', since.until)
    .where((eb) => notYetNotified(eb as never, occasion))
    .orderBy('assessments.status_since')
    .limit(limit)
    .execute();
}

/** Reviews whose rating is the station's last, ends between two days, and has no notice `days` before. */
export async function unannouncedEndings(
  db: Db,
  { from, to, days }: { from: string; to: string; days: number },
  limit: number,
) {
  const occasion = sql<string>`'rating/' || assessments.id || '/' || assessments.valid_until || ${`/${days}`}`;
  return db
    .selectFrom('assessments')
    .innerJoin('ratings', (join) =>
      join
        .onRef('ratings.station_id', '=', 'assessments.station_id')
        .onRef('ratings.level', '=', 'assessments.level')
        .onRef('ratings.until', '=', 'assessments.valid_until'),
    )
    .select([...NOTICE_COLUMNS, occasion.as('occasion')])
    .where('assessments.is_deleted', '=', 0)
    .where('assessments.status', '=', 'passed')
    .where('assessments.valid_until', '>=', from)
    .where('assessments.valid_until', '<=', to)
    .where((eb) => notYetNotified(eb as never, occasion))
    .orderBy('assessments.valid_until')
    .limit(limit)
    .execute();
}

/** A finding with the occasion of its last day; a changed day is a new occasion. */
export type DueFinding = Pick<FindingsTable, 'no' | 'station_id' | 'division'> & {
  station_name: string;
  due: string;
  occasion: string;
};

/** Findings not reported done whose last day is between two days, without a notice of this kind. */
export async function unannouncedDueFindings(
  db: Db,
  kind: FindingNotice,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<DueFinding[]> {
  const occasion = sql<string>`${`${kind}/`} || findings.id || '/' || findings.due`;
  return db
    .selectFrom('findings')
    .innerJoin('users', 'users.id', 'findings.station_id')
    .select(['findings.no', 'findings.station_id', 'findings.division', 'users.name as station_name'])
    .select([sql<string>`findings.due`.as('due'), occasion.as('occasion')])
    .where('findings.state', 'in', [...UNMENDED])
    .where('findings.due', '>=', from)
    .where('findings.due', '<=', to)
    .where('users.is_deleted', '=', 0)
    .where((eb) => notYetNotified(eb as never, occasion))
    .orderBy('findings.due')
    .orderBy('findings.id')
    .limit(limit)
    .execute();
}

/** Records an occasion in the transaction of its notices. Returns whether it is new. */
export async function isNewOccasion(db: Db, occasion: string, at: string): Promise<boolean> {
  const noted = await db
    .insertInto('notice_occasions')
    .values({ occasion, at })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .returning('occasion')
    .executeTakeFirst();
  return noted !== undefined;
}
