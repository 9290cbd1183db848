import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { UNMENDED } from '@shp/shared/domain/findings/finding';
import { dayEdgeOf } from '@shp/shared/domain/lib/days';
import type { ClosedAfter, FindingCounts } from '@shp/shared/domain/statistics/findings';
import { areaOf } from '@shp/shared/domain/statistics/ratings';
import { sql } from 'kysely';
import { findingsIn, within } from '../lists/scope.ts';
import type { Db } from '../schema/schema.ts';

/** Which findings a statistic is about; `from` and `to`: days on which they were found. */
type Selection = {
  scope: Scope;
  division?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

function selected(db: Db, { scope, division, from, to }: Selection) {
  const area = areaOf(scope, division);
  let query = db.selectFrom('findings').where((eb) => findingsIn(eb, scope));
  if (area === null) query = query.where(sql<boolean>`1 = 0`);
  else if (area !== PROVINCE) query = query.where((eb) => within(eb, 'findings.division', area));
  if (from) query = query.where('findings.created_at', '>=', dayEdgeOf(from, 'first'));
  if (to) query = query.where('findings.created_at', '<=', dayEdgeOf(to, 'last'));
  return query;
}

const sumOf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`sum(case when ${condition} then 1 else 0 end)`;

type Group = { serial: string | null; division: string };

/** Counts by item and division; `today` decides what is overdue. */
export async function countFindings(db: Db, selection: Selection, today: string): Promise<(Group & FindingCounts)[]> {
  const waits = sql.join(UNMENDED.map((state) => sql.lit(state)));
  const rows = await selected(db, selection)
    .select(['findings.serial', 'findings.division'])
    .select([
      sumOf(sql<boolean>`findings.state <> 'closed'`).as('open'),
      sumOf(sql<boolean>`findings.state in (${waits}) and findings.due < ${today}`).as('overdue'),
      sumOf(sql<boolean>`findings.state = 'closed'`).as('closed'),
    ])
    .groupBy(['findings.serial', 'findings.division'])
    .execute();
  return rows.map(({ open, overdue, closed, ...group }) => ({
    ...group,
    open: Number(open),
    overdue: Number(overdue),
    closed: Number(closed),
  }));
}

/** The tenths of days that closed findings took, by item or by division. */
export async function daysToClose(db: Db, selection: Selection, by: 'serial' | 'division'): Promise<ClosedAfter[]> {
  const key = sql.ref<string | null>(`findings.${by}`);
  const rows = await selected(db, selection)
    .select(({ fn }) => [key.as('key'), 'findings.days', fn.countAll<number>().as('count')])
    .where('findings.state', '=', 'closed')
    .groupBy([key, 'findings.days'])
    .execute();
  return rows.map((row) => ({ key: row.key ?? '', days: row.days ?? 0, count: Number(row.count) }));
}
