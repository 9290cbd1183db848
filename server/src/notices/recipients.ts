import { type Unit, unitsFor } from '@shp/shared/domain/assessment/stepUnits';
import type { Audience } from '@shp/shared/domain/notices/kinds';
import { accountsOfUnit, presentAccounts, standInUnit, supervisorsOf } from '../store/notices/notices.ts';
import { expertsOf } from '../store/repositories/assessments.ts';
import type { AssessmentsTable, Db } from '../store/schema/schema.ts';

export type NoticeSubject = Pick<
  AssessmentsTable,
  'id' | 'number' | 'station_id' | 'station_name' | 'division' | 'level' | 'status'
>;

/** The accounts of an audience, without duplicates. The caller provides `named`. */
export async function accountsFor(
  db: Db,
  row: NoticeSubject,
  audiences: readonly Audience[],
  named: readonly string[],
): Promise<string[]> {
  const found = new Set<string>();
  for (const audience of audiences) {
    const ids = audience === 'named' ? named : await AUDIENCES[audience](db, row);
    for (const id of ids) found.add(id);
  }
  return presentAccounts(db, [...found]);
}

/** The accounts that a notice about a finding goes to. */
export async function accountsForFinding(
  db: Db,
  { station_id, division }: { station_id: string; division: string },
  audiences: readonly Audience[],
): Promise<string[]> {
  const station = audiences.includes('station') ? [station_id] : [];
  // The level does not matter: the unit of the first review also closes findings.
  const units = audiences.includes('firstUnit') ? unitsFor('firstReview', { division, level: 3 }) : [];
  return presentAccounts(db, [...station, ...(await firstWithAccounts(db, units))]);
}

const AUDIENCES: Record<Exclude<Audience, 'named'>, (db: Db, row: NoticeSubject) => Promise<string[]>> = {
  station: async (_db, row) => [row.station_id],
  waiting: waitingFor,
  inCharge: (db, row) =>
    firstWithAccounts(db, unitsFor(row.status === 'submitted' ? 'firstReview' : 'conclusion', row)),
  firstUnit: (db, row) => firstWithAccounts(db, unitsFor('firstReview', row)),
  experts: async (db, row) => (await counting(db, row)).map(({ id }) => id),
  supervisors: (db, row) => supervisorsOf(db, row.station_id),
};

/** Like the filter `waiting` of the list; where the usual unit has no account, the unit above. */
async function waitingFor(db: Db, row: NoticeSubject): Promise<string[]> {
  switch (row.status) {
    case 'submitted':
    case 'first_passed':
    case 'reviewed': {
      const standIn = await standInUnit(db, row.id);
      if (standIn) return accountsOfUnit(db, standIn);
      return firstWithAccounts(db, unitsFor(row.status === 'submitted' ? 'firstReview' : 'conclusion', row));
    }
    case 'reviewing':
      return (await counting(db, row)).flatMap(({ id, concludedAt }) => (concludedAt === null ? [id] : []));
    case 'draft':
    case 'returned':
      return [row.station_id];
    default:
      return [];
  }
}

/** The accounts of the first of these units that has any; of administrators none, who serve every unit. */
async function firstWithAccounts(db: Db, units: readonly Unit[]): Promise<string[]> {
  for (const unit of units) {
    const accounts = unit.role === 'admin' ? [] : await accountsOfUnit(db, unit);
    if (accounts.length > 0) return accounts;
  }
  return [];
}

async function counting(db: Db, { id }: NoticeSubject) {
  return ((await expertsOf(db, [id])).get(id) ?? []).filter(({ dropped }) => !dropped);
}
