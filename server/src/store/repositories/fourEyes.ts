import type {
  AccountLink,
  Contribution,
  ContributionKind,
  FourEyesRecord,
} from '@shp/shared/domain/assessment/fourEyes';
import { GUARDED_STEP_ROLES, type Unit, type UnitAccount } from '@shp/shared/domain/assessment/stepUnits';
import { type ExpressionBuilder, sql } from 'kysely';
import { inChunks, oneOf } from '../db/dialect.ts';
import type { ContributionsTable, Db, Schema } from '../schema/schema.ts';
import type { AssessmentRecord } from './assessments.ts';

type Assessment = Pick<AssessmentRecord, 'id'>;
type Times = Pick<AssessmentRecord, 'created_at' | 'first_submitted_at'>;

/** Records a contribution to an assessment; only the first of a kind counts. */
export async function recordContribution(
  db: Db,
  of: Assessment,
  kind: ContributionsTable['kind'],
  by: string,
  at: string,
): Promise<void> {
  await db
    .insertInto('contributions')
    .values({ assessment_id: of.id, kind, user_id: by, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The contributions to each assessment, with the earliest time of each kind. */
export async function contributionsTo(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly (Contribution & { at: string })[]>> {
  const rows = await db
    .selectFrom('contributions')
    .select(['assessment_id', sql<ContributionKind>`kind`.as('kind'), 'user_id', 'at'])
    .where(oneOf(db, sql.ref('assessment_id'), ids))
    .unionAll(
      db
        .selectFrom('events')
        .select(['assessment_id', submissionOrReview.as('kind'), sql<string>`by_id`.as('user_id')])
        .select(({ fn }) => fn.min('at').as('at'))
        .where(oneOf(db, sql.ref('assessment_id'), ids))
        .where('status', 'in', ['submitted', 'first_passed'])
        .where('by_id', 'is not', null)
        .groupBy(['assessment_id', 'status', 'by_id']),
    )
    .unionAll(
      db
        .selectFrom('conclusions')
        .select(['assessment_id', sql<ContributionKind>`'expertConclusion'`.as('kind'), 'by_id as user_id'])
        .select(({ fn }) => fn.min('at').as('at'))
        .where(oneOf(db, sql.ref('assessment_id'), ids))
        .where('kind', '=', 'expert')
        .groupBy(['assessment_id', 'by_id']),
    )
    .execute();
  const found = new Map<string, (Contribution & { at: string })[]>(ids.map((id) => [id, []]));
  // Fixed order: it decides which account a refusal names.
  const inOrder = rows.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)) || (a.user_id < b.user_id ? -1 : 1));
  for (const { assessment_id, kind, user_id, at } of inOrder) {
    found.get(assessment_id)?.push({ account: user_id, kind, at });
  }
  return found;
}

const submissionOrReview = sql<ContributionKind>`CASE status WHEN 'submitted' THEN 'submission' ELSE 'firstReview' END`;

/** What the four-eyes rule needs to know of an assessment to judge some accounts. */
export async function fourEyesRecord(
  db: Db,
  row: AssessmentRecord,
  accounts: readonly string[],
): Promise<FourEyesRecord> {
  const contributions = (await contributionsTo(db, [row.id])).get(row.id) ?? [];
  const involved = [...contributions.map(({ account }) => account), ...accounts];
  return recordOf(row, contributions, await linksAbove(db, involved, row.created_at));
}

/** Builds an assessment's four-eyes record. */
export function recordOf(
  { created_at, first_submitted_at }: Times,
  contributions: readonly Contribution[],
  links: readonly AccountLink[],
): FourEyesRecord {
  return { createdAt: created_at, firstSubmittedAt: first_submitted_at, contributions, links };
}

/** The links to these accounts, the links to the accounts that made them, and so on upwards. */
export function linksAbove(db: Db, accounts: readonly string[], since: string): Promise<AccountLink[]> {
  return linksFrom(db, accounts, since, 'user_id');
}

/** The links from these accounts, the links from the accounts that they made, and so on downwards. */
export function linksBelow(db: Db, accounts: readonly string[], since: string): Promise<AccountLink[]> {
  return linksFrom(db, accounts, since, 'by_id');
}

async function linksFrom(
  db: Db,
  accounts: readonly string[],
  since: string,
  end: 'user_id' | 'by_id',
): Promise<AccountLink[]> {
  const links: AccountLink[] = [];
  const seen = new Set(accounts);
  for (let wanted = [...seen]; wanted.length > 0; ) {
    const rows = await inChunks(wanted, (some) =>
      db
        .selectFrom('account_hands')
        .select(['user_id as account', 'by_id as by', 'at'])
        .where(oneOf(db, sql.ref(end), some))
        .where('at', '>=', since)
        .execute(),
    );
    links.push(...rows);
    wanted = [...new Set(rows.map(({ account, by }) => (end === 'user_id' ? by : account)))].filter(
      (id) => !seen.has(id),
    );
    for (const id of wanted) seen.add(id);
  }
  return links;
}

/** An active account with its display names. */
export type NamedUnitAccount = UnitAccount & { name: string; account: string };

/** Not an administrator without duty `system`, which the steps of reviews need. */
const mayTakeSteps = (eb: ExpressionBuilder<Schema, 'users'>) =>
  eb.or([eb('duties', 'is', null), eb('duties', 'like', '%system%')]);

/** The active accounts of some units, in order of creation. */
export async function accountsOf(db: Db, units: readonly Unit[]): Promise<NamedUnitAccount[]> {
  if (units.length === 0) return [];
  return db
    .selectFrom('users')
    .select(['id', 'role', 'division', 'name', 'account'])
    .where('is_deleted', '=', 0)
    .where('role', 'in', [...new Set(units.map(({ role }) => role))])
    .where(mayTakeSteps)
    .where((eb) =>
      eb.or(
        units.map(({ role, division }) =>
          division === null
            ? eb.and([eb('role', '=', role), eb('division', 'is', null)])
            : eb.and([eb('role', '=', role), eb('division', '=', division)]),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Every active account that takes steps of reviews for a unit. */
export async function allUnitAccounts(db: Db): Promise<UnitAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'division'])
    .where('is_deleted', '=', 0)
    .where('role', 'in', [...GUARDED_STEP_ROLES])
    .where(mayTakeSteps)
    .execute();
}
