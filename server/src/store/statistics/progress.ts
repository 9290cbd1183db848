import { divisionPrefix } from '@shp/shared/domain/accounts/divisions';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Ending } from '@shp/shared/domain/statistics/progress';
import { type SqlBool, sql } from 'kysely';
import { ENDING, firstMonth } from '../counters/months.ts';
import { dialectOf } from '../db/dialect.ts';
import type { AssessmentsTable, Db } from '../schema/schema.ts';
import { isSelected, type Selection, summedArea } from './selection.ts';

/** The condition of the index `assessments_in_stage`, word for word. */
const IN_STAGE = sql<SqlBool>`assessments.is_deleted = 0
  and assessments.status in ('submitted', 'first_passed', 'reviewing', 'reviewed')`;

/** SQLite, which keeps no statistics of its tables, would take another index and read each row. */
const inStageTable = (db: Db) =>
  sql<AssessmentsTable>`assessments`.as<'assessments'>(
    dialectOf(db) === 'sqlite' ? sql`assessments INDEXED BY assessments_in_stage` : sql`assessments`,
  );

/** The assessments now in a stage, and since when. */
export async function inStages(db: Db, selection: Selection): Promise<{ status: Status; statusSince: string }[]> {
  return db
    .selectFrom(inStageTable(db))
    .select(['status', 'status_since as statusSince'])
    .where(IN_STAGE)
    .where((eb) => isSelected(eb, selection))
    .execute();
}

/** Number of assessments by month of their first submission and by ending, in months both inclusive. */
export async function byMonth(
  db: Db,
  selection: Selection,
  months: readonly string[],
): Promise<{ month: string; ending: Ending; count: number }[]> {
  const [from = '', to = ''] = [months[0], months.at(-1)];
  const area = summedArea(selection);
  if (area === null) return countedByMonth(db, selection, { from, to });
  const low = divisionPrefix(area);
  let stored = db
    .selectFrom('assessment_months')
    .select(({ fn }) => ['month', 'ending', fn.sum<number>('count').as('count')])
    .where('month', '>=', from)
    .where('month', '<=', to)
    .where('division', '>=', low)
    .where('division', '<', `${low}~`)
    .groupBy(['month', 'ending']);
  if (selection.level?.length) stored = stored.where('level', 'in', [...selection.level]);
  return stored.execute();
}

async function countedByMonth(db: Db, selection: Selection, { from, to }: { from: string; to: string }) {
  const month = sql<string>`${sql.raw(firstMonth(dialectOf(db)))}`;
  const ending = sql<Ending>`${sql.raw(ENDING)}`;
  return db
    .selectFrom('assessments')
    .select(({ fn }) => [month.as('month'), ending.as('ending'), fn.countAll<number>().as('count')])
    .where('first_submitted_at', 'is not', null)
    .where(month, '>=', from)
    .where(month, '<=', to)
    .where((eb) => isSelected(eb, selection))
    .groupBy([month, ending])
    .execute();
}
