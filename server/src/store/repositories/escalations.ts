import { divisionPrefix } from '@shp/shared/domain/accounts/divisions';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import {
  GUARDED_STEP_ROLES,
  guardedStepFrom,
  isOfUnit,
  standInFor,
  type Unit,
  type UnitAccount,
  unitsFor,
} from '@shp/shared/domain/assessment/stepUnits';
import { sql } from 'kysely';
import { inChunks, oneOf } from '../db/dialect.ts';
import { assessmentsIn, within } from '../lists/scope.ts';
import { proposedNow } from '../proposals/proposals.ts';
import type { AssessmentsTable, Db, EscalationsTable } from '../schema/schema.ts';
import { allUnitAccounts, contributionsTo, linksAbove, linksBelow, recordOf } from './fourEyes.ts';

/**
 * Assessments for which the four-eyes rule refuses every account of the unit in charge, with the higher unit that may
 * take the step. To-do lists read this small table. Every change updates it in its transaction: a step, a new or reset
 * account, an account that comes, goes or moves. `shp doctor` checks it.
 */

type Guarded = Pick<
  AssessmentsTable,
  'id' | 'status' | 'division' | 'level' | 'created_at' | 'first_submitted_at' | 'is_deleted' | 'proposed_until'
>;

const COLUMNS = [
  'id',
  'status',
  'division',
  'level',
  'created_at',
  'first_submitted_at',
  'is_deleted',
  'proposed_until',
] as const;
const GUARDED: readonly Status[] = ['submitted', 'reviewed'];
const BATCH_SIZE = 200;

/** A unit's division as stored here: '' for an administrator, who has none. */
const divisionColumn = ({ division }: { division: string | null }) => division ?? '';

/** Four-eyes exceptions in a caller's to-do list: `given` come in addition, `taken` wait for another unit. */
export type Exceptions = { given: readonly string[]; taken: readonly string[] };

export async function exceptionsFor(
  db: Db,
  { role, division }: { role: Role; division: string | null },
): Promise<Exceptions> {
  const own = divisionColumn({ division });
  const rows = await db
    .selectFrom('escalations')
    .select(['assessment_id', 'from_role', 'from_division', 'to_role', 'to_division'])
    .where((eb) =>
      eb.or([
        eb.and([eb('to_role', '=', role), eb('to_division', '=', own)]),
        eb.and([eb('from_role', '=', role), eb('from_division', '=', own)]),
      ]),
    )
    // If no account at all may take a step, it stays with the usual unit.
    .where((eb) => eb.not(eb.and([eb('to_role', '=', eb.ref('from_role'))])))
    .execute();
  const isGiven = (row: EscalationsTable) => row.to_role === role && row.to_division === own;
  return {
    given: rows.filter(isGiven).map((row) => row.assessment_id),
    taken: [...rows.filter((row) => !isGiven(row)).map((row) => row.assessment_id), ...(await proposedNow(db))],
  };
}

/** Computes the escalation of an assessment; null if its usual unit can act. */
export function escalationOf(
  row: Guarded,
  contributions: Parameters<typeof recordOf>[1],
  links: Parameters<typeof recordOf>[2],
  accounts: readonly UnitAccount[],
): EscalationsTable | null {
  // A proposal waits for no account.
  const step = row.is_deleted === 1 || row.proposed_until !== null ? null : guardedStepFrom(row.status);
  if (step === null) return null;
  const units = unitsFor(step, row);
  const [usual] = units;
  const to = standInFor(recordOf(row, contributions, links), step, units, accounts);
  if (usual === undefined || to === null) return null;
  return {
    assessment_id: row.id,
    from_role: usual.role,
    from_division: divisionColumn(usual),
    to_role: to.role,
    to_division: divisionColumn(to),
  };
}

/** Recalculates the escalations of these assessments. */
export async function refreshEscalations(db: Db, ids: readonly string[]): Promise<void> {
  const accounts = ids.length > 0 ? await allUnitAccounts(db) : [];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    await refreshSome(db, ids.slice(at, at + BATCH_SIZE), accounts);
  }
}

async function refreshSome(db: Db, ids: readonly string[], accounts: readonly UnitAccount[]): Promise<void> {
  await db
    .deleteFrom('escalations')
    .where(oneOf(db, sql.ref('assessment_id'), ids))
    .execute();
  const rows = await db
    .selectFrom('assessments')
    .select(COLUMNS)
    .where(oneOf(db, sql.ref('id'), ids))
    .where('status', 'in', [...GUARDED])
    .where('is_deleted', '=', 0)
    .execute();
  if (rows.length === 0) return;
  const contributions = await contributionsTo(
    db,
    rows.map(({ id }) => id),
  );
  const units = rows.flatMap((row) => {
    const step = guardedStepFrom(row.status);
    return step === null ? [] : unitsFor(step, row);
  });
  const near = accounts.filter((account) => units.some((unit) => isOfUnit(account, unit)));
  const involved = [...contributions.values()].flat().map(({ account }) => account);
  const since = rows.reduce((first, { created_at }) => (created_at < first ? created_at : first), '9');
  const links = await linksAbove(db, [...near.map(({ id }) => id), ...involved], since);
  const found = rows.flatMap((row) => escalationOf(row, contributions.get(row.id) ?? [], links, near) ?? []);
  if (found.length > 0) await db.insertInto('escalations').values(found).execute();
}

/** After an account was created or reset: recalculates the assessments that the new link may affect. */
export async function refreshAfterLink(db: Db, by: string, account: string): Promise<void> {
  await refreshEscalations(db, await touchedByLink(db, by, account));
}

async function touchedByLink(db: Db, by: string, account: string): Promise<string[]> {
  const since = await oldestGuarded(db);
  if (since === null) return [];
  const below = new Set([account, ...(await linksBelow(db, [account], since)).map((link) => link.account)]);
  const above = new Set([by, ...(await linksAbove(db, [by], since)).map((link) => link.by)]);
  const belowUnits = await unitsAmong(db, [...below]);
  // Contributors below with a decider above; the reverse only if an account below belongs to a unit.
  const touched = await contributedBy(db, [...below], GUARDED);
  return belowUnits ? [...new Set([...touched, ...(await contributedBy(db, [...above], GUARDED))])] : touched;
}

async function oldestGuarded(db: Db): Promise<string | null> {
  const { oldest } = await db
    .selectFrom('assessments')
    .select(({ fn }) => fn.min<string | null>('created_at').as('oldest'))
    .where('is_deleted', '=', 0)
    .where('status', 'in', [...GUARDED])
    .executeTakeFirstOrThrow();
  return oldest;
}

/** Whether any of these accounts belongs to a unit, including deleted ones. */
async function unitsAmong(db: Db, ids: readonly string[]): Promise<boolean> {
  const found = await inChunks(ids, (some) =>
    db
      .selectFrom('users')
      .select('id')
      .where(oneOf(db, sql.ref('id'), some))
      .where('role', 'in', [...GUARDED_STEP_ROLES])
      .limit(1)
      .execute(),
  );
  return found.length > 0;
}

/** Assessments in these statuses with a past or expected contribution by one of these accounts. */
async function contributedBy(db: Db, accounts: readonly string[], statuses: readonly Status[]): Promise<string[]> {
  const guarded = db
    .selectFrom('assessments')
    .select('assessments.id')
    .where('assessments.is_deleted', '=', 0)
    .where('assessments.status', 'in', [...statuses]);
  const found = await inChunks(accounts, async (some) => [
    ...(await guarded.where(oneOf(db, sql.ref('assessments.station_id'), some)).execute()),
    ...(await guarded
      .innerJoin('contributions', 'contributions.assessment_id', 'assessments.id')
      .where(oneOf(db, sql.ref('contributions.user_id'), some))
      .execute()),
    ...(await guarded
      .innerJoin('assessment_experts', 'assessment_experts.assessment_id', 'assessments.id')
      .where(oneOf(db, sql.ref('assessment_experts.expert_id'), some))
      .execute()),
    ...((await unitsAmong(db, some))
      ? await guarded
          .innerJoin('events', 'events.assessment_id', 'assessments.id')
          .where('events.status', 'in', ['submitted', 'first_passed'])
          .where(oneOf(db, sql.ref('events.by_id'), some))
          .execute()
      : []),
  ]);
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * An assessment with the facts that decide which unit takes the next step. `usual`: the role for which it waits, if
 * that is the given unit.
 */
export type Touched = Guarded & Pick<AssessmentsTable, 'number' | 'station_id'> & { usual: Role | null };

/** Assessments of a scope with a past or expected contribution by one of these accounts, or waiting for this unit. */
export async function assessmentsTouchedBy(
  db: Db,
  scope: Scope,
  accounts: readonly string[],
  unit: { role: Role; division: string | null },
  statuses: readonly Status[],
): Promise<Touched[]> {
  const ids = new Set(await contributedBy(db, accounts, statuses));
  const inScope = db
    .selectFrom('assessments')
    .select([...COLUMNS, 'number', 'station_id'])
    .where('is_deleted', '=', 0)
    .where((eb) => assessmentsIn(eb, scope));
  const rows = await inChunks([...ids], (some) => inScope.where(oneOf(db, sql.ref('assessments.id'), some)).execute());
  const turns =
    unit.role === 'county_manager' || unit.role === 'city_manager'
      ? await inScope
          .where('status', '=', 'submitted')
          .where((eb) => within(eb, 'assessments.division', unit.division ?? ''))
          .execute()
      : [];
  const own = turns.filter((row) => !ids.has(row.id) && usualRole(row, unit) !== null);
  return [...rows, ...own]
    .map((row) => ({ ...row, usual: usualRole(row, unit) }))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

/** The unit's role if the assessment waits for this unit; else null. */
function usualRole(row: Guarded, unit: { role: Role; division: string | null }): Role | null {
  const step = guardedStepFrom(row.status);
  const [usual] = step === null ? [] : unitsFor(step, row);
  return usual !== undefined && isOfUnit(unit, usual) ? usual.role : null;
}

/**
 * After an account of a unit came, went or moved: recalculates the unit's usual decisions and the escalations in its
 * division.
 */
export async function refreshAfterUnitChange(db: Db, unit: Unit): Promise<void> {
  const { role, division } = unit;
  const low = divisionPrefix(division ?? '');
  const escalated = await db
    .selectFrom('escalations')
    .innerJoin('assessments', 'assessments.id', 'escalations.assessment_id')
    .select('assessments.id')
    .where('assessments.division', '>=', low)
    .where('assessments.division', '<', `${low}~`)
    .execute();
  const usual =
    role === 'admin'
      ? []
      : await db
          .selectFrom('assessments')
          .select(COLUMNS)
          .where('is_deleted', '=', 0)
          .where('status', 'in', [...GUARDED])
          .where('division', '>=', low)
          .where('division', '<', `${low}~`)
          .execute();
  const ids = usual.filter((row) => usualRole(row, unit) !== null).map(({ id }) => id);
  await refreshEscalations(db, [...new Set([...escalated.map(({ id }) => id), ...ids])]);
}

/** Recalculates the open assessment of a station that moved to another division. */
export async function refreshAfterMove(db: Db, station: string): Promise<void> {
  await refreshEscalations(db, await contributedBy(db, [station], GUARDED));
}

/** A counter that the migration leaves behind. */
const DUE = 'escalations-due';

/** Fills the table of escalations after the upgrade that created it. */
export async function fillEscalations(db: Db): Promise<void> {
  const due = await db.selectFrom('counters').select('value').where('name', '=', DUE).executeTakeFirst();
  if (due === undefined) return;
  await db.transaction().execute(async (transaction) => {
    await refreshAllEscalations(transaction);
    await transaction.deleteFrom('counters').where('name', '=', DUE).execute();
  });
}

/** Recalculates every escalation; needs a transaction. */
export async function refreshAllEscalations(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('assessments')
    .select('id')
    .where('is_deleted', '=', 0)
    .where('status', 'in', [...GUARDED])
    .execute();
  await refreshEscalations(
    db,
    rows.map(({ id }) => id),
  );
}
