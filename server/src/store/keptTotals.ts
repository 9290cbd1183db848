import { PROVINCE } from '@shp/shared/domain/divisions';
import type { Scope } from '@shp/shared/domain/scope';
import type { AssessmentFilter } from './assessmentLists.ts';
import { type Dialect, onRows, schemaScript } from './dialect.ts';
import type { Db } from './schema.ts';
import { within } from './scope.ts';
import { waitsFor } from './waiting.ts';

/**
 * How many assessments there are of each division, status and level, kept by the database itself in the transaction of
 * each change: the exact total of a list costs the same however many rows it has.
 */
export function assessmentTotals(dialect: Dialect): string[] {
  return [
    schemaScript(dialect, TABLE),
    ...totalsFilled,
    ...onRows(dialect, 'assessments', COUNTED, { gained: added('NEW', 1), lost: added('OLD', -1) }),
  ];
}

const TABLE = `CREATE TABLE assessment_totals (
  division TEXT NOT NULL,
  status TEXT NOT NULL,
  level INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (division, status, level, sent)
) WITHOUT ROWID`;
const COUNTED = ['division', 'status', 'level', 'first_submitted_at', 'is_deleted'];
const SENT = (at: string) => `CASE WHEN ${at} IS NULL THEN 0 ELSE 1 END`;

/** Fills the totals from all assessments. */
export const totalsFilled = ['division', `''`].map(
  (place) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT ${place}, status, level, ${SENT('first_submitted_at')}, count(*) FROM assessments WHERE is_deleted = 0
  GROUP BY 1, 2, 3, 4`,
);

const added = (
  row: 'NEW' | 'OLD',
  count: 1 | -1,
) => `INSERT INTO assessment_totals (division, status, level, sent, count)
  SELECT places.place, ${row}.status, ${row}.level, ${SENT(`${row}.first_submitted_at`)}, ${count}
    FROM (SELECT ${row}.division AS place UNION ALL SELECT '') AS places WHERE ${row}.is_deleted = 0
  ON CONFLICT (division, status, level, sent) DO UPDATE SET count = assessment_totals.count + (${count})`;

/** The rows of {@link assessmentTotals} for the whole region. */
export const REGION = '';

/** The exact total of a filter by the kept ones; null where they do not tell it. */
export function toldTotal(db: Db, scope: Scope, filter: AssessmentFilter) {
  const { status, level, waiting, station, updatedSince, from, to } = filter;
  const inPlace = scope.kind === 'all' || scope.kind === 'division';
  if (!inPlace || station || updatedSince || from || to) return null;
  const own = scope.kind === 'division' ? scope.division : PROVINCE;
  const divisions = [own, filter.province, filter.city, filter.county].filter((one) => one && one !== PROVINCE);
  // Under the name of what it counts, so that the conditions of the assessments themselves serve.
  return db
    .selectFrom('assessment_totals as assessments')
    .select(({ fn }) => fn.sum<number | null>('count').as('total'))
    .where(({ eb, and }) =>
      and([
        ...(divisions.length === 0 ? [eb('division', '=', REGION)] : []),
        ...divisions.map((division) => within(eb as never, 'assessments.division', division ?? '')),
        ...(status?.length ? [eb('status', 'in', status)] : []),
        ...(level?.length ? [eb('level', 'in', level)] : []),
        ...(waiting ? [waitsFor(eb as never, waiting)] : []),
      ]),
    );
}

/** The number of all assessments, and a filter's where the kept ones tell it. */
export async function keptTotal(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
): Promise<{ total: number | null; all: number }> {
  const told = toldTotal(db, scope, filter);
  const query = db
    .selectFrom('assessment_totals as region')
    .select(({ fn }) => fn.sum<number | null>('region.count').as('all'))
    .where('region.division', '=', REGION);
  if (told === null) return { total: null, all: (await query.executeTakeFirstOrThrow()).all ?? 0 };
  const { total, all } = await query.select(told.as('total')).executeTakeFirstOrThrow();
  return { total: total ?? 0, all: all ?? 0 };
}
