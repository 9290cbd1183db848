import { fieldsSchema } from '@shp/shared/api/schemas';
import { isDuty, missingDuties, withSeveral } from '@shp/shared/domain/accounts/duties';
import { ACCOUNT_PATTERN, PROFILES, type Profile } from '@shp/shared/domain/accounts/profiles';
import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { divisionFits } from '@shp/shared/domain/accounts/userAdministration';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { type SelectQueryBuilder, sql } from 'kysely';
import { daysFromRows, REGION } from '../counters/assessments.ts';
import { expertsNow, loadsNow } from '../counters/experts.ts';
import { findingsNow } from '../counters/findings.ts';
import { monthsNow } from '../counters/months.ts';
import { ratingsNow } from '../counters/ratings.ts';
import { type NameKey, nameKeys } from '../db/pinyin.ts';
import { readSettings } from '../repositories/settings.ts';
import { listAdministrators } from '../repositories/users.ts';
import type { Db, Schema, UsersTable } from '../schema/schema.ts';
import { walkRecorded } from './dossier.ts';
import { differing, storedExpertSums, storedScoreSums, sumsOfReviews, wrongLostItems } from './figures.ts';
import { FINDING_QUERIES, FINDING_RULES, walkFindingsRecorded } from './findingRules.ts';
import { HISTORY_RULES } from './historyRules.ts';
import { NOTICE_QUERIES } from './noticeRules.ts';

export type Violation = { rule: string; ids: string[] };

const PROFILE_SCHEMAS = Object.fromEntries(USER_ROLES.map((role) => [role, fieldsSchema(PROFILES[role], 'create')]));

/** The rules for every user, by name. */
const USER_RULES: Record<string, (row: UsersTable, keyOf: NameKey) => boolean> = {
  accountValid: (row) => ACCOUNT_PATTERN.test(row.account) && row.account_key === row.account.toLowerCase(),
  profileValid: (row) => PROFILE_SCHEMAS[row.role]?.safeParse(JSON.parse(row.profile)).success === true,
  dutiesValid: (row) =>
    row.duties === null ||
    (row.role === 'admin' && row.duties !== '' && row.duties.split(',').every((one) => isDuty(one))),
  divisionFits: (row) => divisionFits(row.role, row.division),
  columnsOfProfile(row, keyOf) {
    const { name, capacity } = JSON.parse(row.profile) as Profile;
    return row.name === name && row.name_key === keyOf(name) && row.capacity === (capacity ?? null);
  },
};

/** Rules that the database cannot enforce: each query returns the ids of the rows that break one. */
const QUERIES: Record<string, (db: Db) => Promise<string[]>> = {
  dutiesHeld: async (db) => [...missingDuties(await listAdministrators(db))],
  async dutiesSeparate(db) {
    const { separateDuties } = await readSettings(db);
    return separateDuties ? withSeveral(await listAdministrators(db)).map(({ id }) => id) : [];
  },
  oneOpenAssessment: (db) =>
    idsOf(
      db
        .selectFrom('assessments')
        .select('station_id as id')
        .where('is_deleted', '=', 0)
        .where('status', 'in', [...OPEN])
        .groupBy('station_id')
        .having(sql<boolean>`count(*) > 1`),
    ),
  numbersCounted: (db) =>
    idsOf(
      db
        .selectFrom('assessments')
        .leftJoin('counters', (join) =>
          join.on('counters.name', '=', sql<string>`'assessment-' || substr(assessments.number, 7, 4)`),
        )
        .select('assessments.id')
        .where(sql<boolean>`coalesce(counters.value, 0) < cast(substr(assessments.number, 12) as integer)`),
    ),
  stationColumns: (db) =>
    idsOf(
      db
        .selectFrom('assessments')
        .innerJoin('users', 'users.id', 'assessments.station_id')
        .select('assessments.id')
        .where((eb) =>
          eb.or([
            eb('users.role', '!=', 'station'),
            eb('users.name', '!=', eb.ref('assessments.station_name')),
            eb('users.name_key', '!=', eb.ref('assessments.station_key')),
            eb('users.division', '!=', eb.ref('assessments.division')),
          ]),
        ),
    ),
  expertsAreExperts: (db) =>
    idsOf(
      db
        .selectFrom('assessment_experts')
        .innerJoin('users', 'users.id', 'assessment_experts.expert_id')
        .select('users.id')
        .where('users.role', '!=', 'expert'),
    ),
  /** The ids are divisions. */
  totalsCounted: async (db) => {
    const counted = db
      .selectFrom('assessments')
      .select([
        'division',
        'status',
        'level',
        sql<number>`CASE WHEN first_submitted_at IS NULL THEN 0 ELSE 1 END`.as('sent'),
      ])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('is_deleted', '=', 0)
      .groupBy(['division', 'status', 'level', 'sent']);
    const stored = db.selectFrom('assessment_totals').select(['division', 'status', 'level', 'sent', 'count']);
    const right = stored.where('division', '!=', REGION).where('count', '!=', 0);
    return apart(db, counted, right, 'division');
  },
  /** The ids are days. */
  daysCounted: async (db) => {
    const columns = ['division', 'day', 'status', 'level', 'count'] as const;
    const counted = db.selectFrom(daysFromRows(db).as('counted')).select(columns);
    return apart(db, counted, db.selectFrom('assessment_days').select(columns), 'day');
  },
  /** The ids are months. */
  monthsCounted: async (db) => {
    const columns = ['division', 'month', 'level', 'ending', 'count'] as const;
    const counted = db.selectFrom(monthsNow(db).as('counted')).select(columns);
    return apart(db, counted, db.selectFrom('assessment_months').select(columns).where('count', '!=', 0), 'month');
  },
  /** The ids are places; the whole region is an empty text. */
  findingsCounted: async (db) => {
    const columns = ['division', 'day', 'state', 'count'] as const;
    const counted = db.selectFrom(findingsNow(db).as('counted')).select(columns);
    return apart(db, counted, db.selectFrom('finding_totals').select(columns), 'division');
  },
  loadsCounted: async (db) => {
    const counted = db.selectFrom(loadsNow().as('counted')).select(['id', 'load']);
    return apart(db, counted, db.selectFrom('users').select(['id', 'load']), 'id');
  },
  expertsKept: async (db) => {
    const found = db.selectFrom(expertsNow().as('found')).select(['id', 'experts']);
    return apart(db, found, db.selectFrom('assessments').select(['id', 'experts']), 'id');
  },
  /** The ids are stations. */
  ratingsKept: async (db) => {
    const found = db.selectFrom(ratingsNow().as('found')).select(['station_id', 'level', 'until']);
    return apart(db, found, db.selectFrom('ratings').select(['station_id', 'level', 'until']), 'station_id');
  },
  /** The ids are days. */
  ratingsCounted: async (db) => {
    const counted = db
      .selectFrom('ratings')
      .select(['level', 'until'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy(['level', 'until']);
    const stored = db.selectFrom('rating_ends').select(['level', 'until', 'count']);
    return apart(db, counted, stored.where('count', '!=', 0), 'until');
  },
  /** The ids are place, month, level and version of the standard. */
  scoresSummed: async (db) => differing((await sumsOfReviews(db)).scores, await storedScoreSums(db)),
  /** The ids are expert and month. */
  expertsSummed: async (db) => differing((await sumsOfReviews(db)).experts, await storedExpertSums(db)),
  lostItemsKept: wrongLostItems,
  linksJoinTheirKinds: (db) =>
    idsOf(
      db
        .selectFrom('links')
        .innerJoin('users as supervisor', 'supervisor.id', 'links.supervisor_id')
        .innerJoin('users as station', 'station.id', 'links.station_id')
        .select('supervisor.id')
        .where((eb) => eb.or([eb('supervisor.role', '!=', 'supervisor'), eb('station.role', '!=', 'station')])),
    ),
};

/** The names of all rules. */
export const RULES = [QUERIES, FINDING_QUERIES, NOTICE_QUERIES, USER_RULES, HISTORY_RULES, FINDING_RULES].flatMap(
  Object.keys,
);

/** Every rule that a row breaks, with the ids of those rows; empty if the database is sound. */
export async function violations(db: Db): Promise<Violation[]> {
  const found = new Map<string, Set<string>>();
  const add = (rule: string, id: string) => found.set(rule, (found.get(rule) ?? new Set()).add(id));
  for (const [rule, query] of Object.entries({ ...QUERIES, ...FINDING_QUERIES, ...NOTICE_QUERIES }))
    for (const id of await query(db)) add(rule, id);
  const keyOf = await nameKeys();
  for await (const row of walkUsers(db)) {
    for (const [rule, holds] of Object.entries(USER_RULES)) if (!holds(row, keyOf)) add(rule, row.id);
  }
  for await (const recorded of walkRecorded(db)) {
    for (const [rule, holds] of Object.entries(HISTORY_RULES)) if (!holds(recorded)) add(rule, recorded.row.id);
  }
  for await (const recorded of walkFindingsRecorded(db)) {
    for (const [rule, holds] of Object.entries(FINDING_RULES)) if (!holds(recorded)) add(rule, recorded.row.id);
  }
  return [...found].map(([rule, ids]) => ({ rule, ids: [...ids] }));
}

const BATCH_SIZE = 1000;

async function* walkUsers(db: Db): AsyncGenerator<UsersTable> {
  for (let after = ''; ; ) {
    const page = db.selectFrom('users').selectAll().where('id', '>', after).orderBy('id').limit(BATCH_SIZE);
    const rows = await page.execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function idsOf(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id);
}

/** Ids of the rows that only one of two queries finds. */
async function apart<O>(
  db: Db,
  one: SelectQueryBuilder<Schema, never, O>,
  other: SelectQueryBuilder<Schema, never, O>,
  id: keyof O & string,
): Promise<string[]> {
  const found = await Promise.all(
    [one.except(other), other.except(one)].map((rows) =>
      idsOf(db.selectFrom(rows.as('apart')).select(sql<string>`${sql.ref(id)}`.as('id'))),
    ),
  );
  return found.flat();
}
