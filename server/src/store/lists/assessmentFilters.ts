import { cityOf, divisionPrefix, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { DutyHolder } from '@shp/shared/domain/accounts/duties';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { CONCLUDED, type Level, type Status } from '@shp/shared/domain/assessment/statuses';
import { WAITING } from '@shp/shared/domain/assessment/waiting';
import { dayBounds } from '@shp/shared/domain/lib/days';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { CountedFilter } from '../counters/assessments.ts';
import { oneOf } from '../db/dialect.ts';
import type { Exceptions } from '../repositories/escalations.ts';
import type { Db, Schema } from '../schema/schema.ts';
import {
  type IndexHint,
  NO_HINT,
  PG_SORT_OWN_ROWS,
  SORT_MATCHES,
  SORT_OWN_ROWS,
  WALK_LIST_ORDER,
} from './indexHints.ts';
import { contains, type Empties, emptiesOf, sorted } from './paging.ts';
import { assignedTo, hasResult, type ResultFilter } from './resultFilters.ts';
import { assessmentsIn, isOwn, type Ref, unindexed, unlikely, within, withoutHint } from './scope.ts';

/** The caller of a to-do list, with the four-eyes exceptions; without them, only the usual rows. */
export type WaitingFor = DutyHolder & { id: string; division: string | null } & Partial<Exceptions>;

/**
 * The filter of the list of assessments (docs/spec/wire.md#assessments). `waiting` holds the caller and the exceptions
 * of the four-eyes rule.
 */
export type AssessmentFilter = ResultFilter & {
  /** A text in the station's name or account, or in the number, or the station's id. */
  search?: string | undefined;
  /** A text in the station's name, or its id. */
  station?: string | undefined;
  /** An expert assigned to the assessment. */
  expert?: string | undefined;
  /** true: ever submitted; false: never. */
  submitted?: boolean | undefined;
  waiting?: WaitingFor | undefined;
  /** In one of these stages since before the time. */
  overdue?: readonly { status: Status; before: string }[] | undefined;
  /** Passed, and valid on the day `on`; with `until`, only ratings that end by that day. */
  rating?: { on: string; until?: string } | undefined;
  updatedSince?: string | undefined;
  /**
   * The viewer, so that `updatedSince` only considers changes that this viewer may notice. Absent for the server
   * itself.
   */
  viewer?: { id: string; role: Role } | undefined;
  status?: readonly Status[] | undefined;
  level?: readonly Level[] | undefined;
  province?: string | undefined;
  city?: string | undefined;
  county?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sortby?: keyof typeof SORT_COLUMNS | undefined;
  desc?: boolean | undefined;
};

const SORT_COLUMNS = {
  number: 'assessments.number',
  station: 'assessments.station_key',
  level: 'assessments.level',
  status: 'assessments.stage',
  stationScore: 'assessments.station_score',
  expertScore: 'assessments.expert_score',
  createdAt: 'assessments.created_at',
  submittedAt: 'assessments.submitted_at',
  concludedAt: 'assessments.concluded_at',
  validUntil: 'assessments.valid_until',
  statusSince: 'assessments.status_since',
} as const;
const MAY_LACK: ReadonlySet<string> = new Set([
  'stationScore',
  'expertScore',
  'submittedAt',
  'concludedAt',
  'validUntil',
]);

/**
 * `named`: ids of the stations that match the text, if known. `found`: ids of the stations and of the assessments that
 * match `search`, if known. `ids`: only these. `apart`: the caller adds the condition
 * on the status. `lacking`: only rows without, or only rows with, a value in the sort column.
 */
export type Search = AssessmentFilter & {
  named?: readonly string[] | null;
  found?: { stations: readonly string[]; assessments: readonly string[] } | null;
  ids?: readonly string[];
  apart?: boolean;
  lacking?: boolean;
};

export function filtered(db: Db, scope: Scope, filter: Search, hint: IndexHint = NO_HINT) {
  const { search, found, station, named, ids, expert, submitted, waiting, overdue, rating, level } = filter;
  const { status, apart = false } = filter;
  // Overdue reviews are few, and their index has the division: SQLite would read every assessment of the division.
  const place = overdue && hint === SORT_MATCHES ? unindexed : hint.filter;
  // An expert's open reviews are fewer than its assigned ones, so do not search by assignment.
  const own = isOwn(scope) && waiting?.role !== 'expert' ? hint.own : place;
  // SQLite uses the index on status and division only if it expects few rows in the division.
  const bound = hint === SORT_MATCHES ? unlikely : withoutHint;
  let query = db
    .selectFrom('assessments')
    .where(hint.flags('assessments.is_deleted'), '=', 0)
    .where((eb) => assessmentsIn(eb, scope, own, bound));
  if (named) query = query.where(oneOf(db, hint.own('assessments.station_id'), named));
  else if (station !== undefined) {
    const byRow = hint === WALK_LIST_ORDER || isOwn(scope);
    query = query.where((eb) =>
      byRow ? isNamed(eb, station) : eb('assessments.station_id', 'in', stationsNamed(db, scope, filter, station)),
    );
  }
  if (search !== undefined) {
    const condition = found ? isOneOf(db, found, hint) : isSearched(db, scope, filter, search, hint);
    query = query.where(condition);
  }
  if (ids) query = query.where(oneOf(db, hint.own('assessments.id'), ids));
  if (expert !== undefined)
    query = query.where(hint.own('assessments.id'), 'in', assignedTo(db, expert, filter.expertWork));
  const divisions = [...divisionsOfScope(scope), ...divisionsOf(filter)];
  query = query.where((eb) => eb.and(hasResult(db, eb, filter, divisions, hint)));
  if (waiting) query = query.where((eb) => waitsFor(eb, waiting, hint));
  if (overdue) query = query.where((eb) => isOverdue(eb, overdue, hint));
  if (rating) {
    const until = hint.filter('assessments.valid_until');
    query = query.where(hint.filter('assessments.status'), '=', 'passed').where(until, '>=', rating.on);
    if (rating.until !== undefined) query = query.where(until, '<=', rating.until);
  }
  if (filter.updatedSince) {
    const since = new Date(filter.updatedSince).toISOString();
    query = query.where((eb) => changedSince(eb, since, filter.viewer, hint));
  }
  if (!apart && status && status.length > 0) query = query.where(hint.filter('assessments.status'), 'in', [...status]);
  if (level && level.length > 0) query = query.where(hint.filter('assessments.level'), 'in', [...level]);
  const bySent = filter.sortby === 'submittedAt';
  const byOwn = hint === SORT_OWN_ROWS || hint === PG_SORT_OWN_ROWS;
  const byCity = !byOwn && !apart && (isDated(filter) || (hint !== SORT_MATCHES && bySent));
  for (const division of divisionsOf(filter)) {
    const isCity = cityOf(division) === division;
    query = query.where((eb) =>
      byCity && isCity ? inCity(division) : within(eb, 'assessments.division', division, place, bound),
    );
  }
  // `submitted_at` never becomes null again, even when an application is taken back or returned.
  if (submitted !== undefined)
    query = query.where(hint.filter('assessments.submitted_at'), submitted ? 'is not' : 'is', null);
  if (filter.lacking !== undefined)
    query = query.where(sql.ref(sortColumn(filter)), filter.lacking ? 'is' : 'is not', null);
  const sent = (bySent ? sql.ref : hint.filter)('assessments.submitted_at');
  if (filter.from) query = query.where(sent, '>=', dayBounds(filter.from).from);
  if (filter.to) query = query.where(sent, '<', dayBounds(filter.to).until);
  // A submission date implies `created_at <= submitted_at`, so date filters also bound `created_at`.
  if (filter.to && byCreation(filter))
    query = query.where(hint.order('assessments.created_at'), '<', dayBounds(filter.to).until);
  return query;
}

/** In one of the stages since before its time; the first two conditions repeat the others, so that an index serves them. */
function isOverdue(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  overdue: NonNullable<AssessmentFilter['overdue']>,
  { filter }: IndexHint,
) {
  const [status, since] = [filter('assessments.status'), filter('assessments.status_since')];
  const [latest = ''] = overdue.map(({ before }) => before).sort((one, other) => (one < other ? 1 : -1));
  const each = overdue.map((one) => eb.and([eb(status, '=', one.status), eb(since, '<', one.before)]));
  return eb.and([
    eb(
      status,
      'in',
      overdue.map((one) => one.status),
    ),
    eb(since, '<', latest),
    eb.or(each),
  ]);
}

/** Whether the viewer may notice a change since then; uses the same times as `assessments/blindness.ts`. */
function changedSince(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  since: string,
  viewer: AssessmentFilter['viewer'],
  hint: IndexHint,
) {
  const changed = eb(hint.filter('assessments.updated_at'), '>=', since);
  if (viewer?.role !== 'expert' && viewer?.role !== 'station') return changed;
  const ownWork = eb
    .selectFrom('assessment_experts')
    .select('expert_id')
    .whereRef('assessment_id', '=', 'assessments.id')
    .where('expert_id', '=', viewer.id)
    .where('updated_at', '>=', since);
  return eb.or([
    eb.and([eb('assessments.status', 'in', CONCLUDED), changed]),
    eb.and([
      eb('assessments.status', 'not in', CONCLUDED),
      eb.or([eb('assessments.shared_updated_at', '>=', since), eb.exists(ownWork)]),
    ]),
  ]);
}

/** The caller's to-do assessments: `waitsFor` of `domain/assessment/todo.ts` in SQL. */
export function waitsFor(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  caller: WaitingFor,
  hint: Pick<IndexHint, 'filter' | 'own'> = NO_HINT,
): Expression<SqlBool> {
  const { given = [], taken = [] } = caller;
  const usual = usuallyWaitsFor(eb, caller, hint);
  const left = taken.length > 0 ? eb.and([usual, eb('assessments.id', 'not in', [...taken])]) : usual;
  return given.length > 0 ? eb.or([left, eb('assessments.id', 'in', [...given])]) : left;
}

function usuallyWaitsFor(
  eb: ExpressionBuilder<Schema, 'assessments'>,
  caller: WaitingFor,
  { filter, own }: Pick<IndexHint, 'filter' | 'own'>,
): Expression<SqlBool> {
  const rows = WAITING[caller.role];
  const anyRow = eb.or(
    rows.map((row) => {
      const conditions: Expression<SqlBool>[] = [eb(filter('assessments.status'), 'in', [...row.status])];
      if (row.levels) conditions.push(eb(filter('assessments.level'), 'in', [...row.levels]));
      if (row.only === 'ownDivision') conditions.push(eb(filter('assessments.division'), '=', caller.division ?? ''));
      if (row.only === 'notConcluded') {
        const open = eb
          .selectFrom('assessment_experts')
          .select('assessment_id')
          .where('expert_id', '=', caller.id)
          .where('concluded_at', 'is', null);
        conditions.push(eb(own('assessments.id'), 'in', open));
      }
      return eb.and(conditions);
    }),
  );
  // Repeat the statuses of all rows as one condition, so that an index can serve it.
  return rows.length > 1
    ? eb.and([eb(filter('assessments.status'), 'in', [...new Set(rows.flatMap(({ status }) => status))]), anyRow])
    : anyRow;
}

export function isDated({ from, to }: AssessmentFilter): boolean {
  return from !== undefined || to !== undefined;
}

function byCreation({ sortby = 'createdAt' }: AssessmentFilter): boolean {
  return sortby === 'createdAt';
}

/** The statuses of a filter, if each has an index in the requested order. */
export function statusesInOrder(filter: AssessmentFilter): Status[] {
  const { status, sortby = 'createdAt' } = filter;
  if (!INDEXED_BY_STATUS.has(sortby)) return [];
  const limits = statusLimits(filter);
  const asked = status?.length ? status : (limits[0] ?? []);
  return [...new Set(asked)].filter((one) => limits.every((limit) => limit.includes(one)));
}
const INDEXED_BY_STATUS: ReadonlySet<string> = new Set(['createdAt', 'submittedAt', 'statusSince', 'validUntil']);

/** The statuses to which the filters other than `status` limit a list. */
function statusLimits({ waiting, overdue, rating }: AssessmentFilter): (readonly Status[])[] {
  return [
    ...(rating ? [['passed'] as const] : []),
    ...(overdue ? [overdue.map(({ status }) => status)] : []),
    ...(waiting ? [WAITING[waiting.role].flatMap((row) => row.status)] : []),
  ];
}

/** The rows that a walk of an index in list order reads until the page is full. */
export function walkedRows(filter: AssessmentFilter): CountedFilter {
  const { from, to, city, desc, sortby } = filter;
  const status = statusesInOrder(filter);
  const bySent = sortby === 'submittedAt';
  const byDays = bySent || (byCreation(filter) && (desc ?? sortby === undefined));
  const divisions = bySent && status.length === 0 ? divisionsOf({ city }) : [];
  return { status, divisions, ...(byDays ? { from, to } : {}) };
}

/** The expression of the index on each city's assessments in order of submission. */
function inCity(city: string) {
  return sql<SqlBool>`substr(${sql.ref('assessments.division')}, 1, 4) = ${divisionPrefix(city)}`;
}

export function divisionsOf({ province, city, county }: AssessmentFilter): string[] {
  return [province, city, county].flatMap((one) => (one && one !== PROVINCE ? one : []));
}

/** The division of a scope; empty if the scope is the whole region or not a division. */
export function divisionsOfScope(scope: Scope): string[] {
  return scope.kind === 'division' && scope.division !== PROVINCE ? [scope.division] : [];
}

function isNamed(eb: ExpressionBuilder<Schema, 'assessments'>, text: string) {
  return eb.or([contains('assessments.station_name', text), eb('assessments.station_id', '=', text)]);
}

/** The stations and assessments found by a search. */
function isOneOf(
  db: Db,
  { stations, assessments }: NonNullable<Search['found']>,
  hint: IndexHint,
): Expression<SqlBool> {
  const byStation = oneOf(db, hint.own('assessments.station_id'), stations);
  if (assessments.length === 0) return byStation;
  const byNumber = oneOf(db, hint.own('assessments.id'), assessments);
  return stations.length === 0 ? byNumber : sql<SqlBool>`(${byStation} OR ${byNumber})`;
}

/** A search that finds many: by row while walking the list order, else by station. */
function isSearched(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
  text: string,
  hint: IndexHint,
): Expression<SqlBool> {
  const byRow = hint === WALK_LIST_ORDER || isOwn(scope);
  const stations = byRow
    ? stationsFound(db, scope, filter).where((user) =>
        user.or([contains('users.account_key', text), user('users.id', '=', text)]),
      )
    : stationsSearched(db, scope, filter, text);
  const conditions = [
    ...(byRow ? [contains('assessments.station_name', text)] : []),
    ...(mayBeNumber(text) ? [contains('assessments.number', text)] : []),
    sql<SqlBool>`${sql.ref('assessments.station_id')} IN (${stations})`,
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;
}

/** Whether a text can be part of an assessment's number. */
export function mayBeNumber(text: string): boolean {
  return /^[gxsd\d-]+$/i.test(text);
}

/** The stations in a scope and the filter's divisions. */
function stationsFound(db: Db, scope: Scope, filter: AssessmentFilter) {
  const divisions = [...divisionsOfScope(scope), ...divisionsOf(filter)];
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'station')
    .where('users.is_deleted', 'in', [0, 1])
    .where((user) => user.and(divisions.map((division) => within(user, 'users.division', division))));
}

/** The stations with a text in their name or account. */
export function stationsSearched(db: Db, scope: Scope, filter: AssessmentFilter, text: string) {
  return stationsFound(db, scope, filter).where((user) =>
    user.or([contains('users.name', text), contains('users.account_key', text), user('users.id', '=', text)]),
  );
}

/** The same condition by stations, which are fewer than assessments. */
export function stationsNamed(db: Db, scope: Scope, filter: AssessmentFilter, text: string) {
  return stationsFound(db, scope, filter).where((user) =>
    user.or([contains('users.name', text), user('users.id', '=', text)]),
  );
}

export function sortColumn({ sortby = 'createdAt' }: AssessmentFilter) {
  return SORT_COLUMNS[sortby];
}

export function isDescending({ sortby, desc }: AssessmentFilter): boolean {
  return desc ?? sortby === undefined;
}

/** Whether a row may have no value in the sort column. Only drafts may be without a submission. */
export function isNullableSort(filter: AssessmentFilter): boolean {
  const { sortby = 'createdAt', submitted, status } = filter;
  if (!MAY_LACK.has(sortby) || (sortby === 'validUntil' && filter.rating)) return false;
  const allSent = isDated(filter) || submitted === true || (!!status?.length && !status.includes('draft'));
  return sortby !== 'submittedAt' || !allSent;
}

export type Order = { ref?: Ref; backwards?: boolean; empties?: Empties };

export function ordered<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  filter: AssessmentFilter,
  { ref = sql.ref, backwards = false, empties = emptiesOf(isNullableSort(filter), backwards) }: Order = {},
) {
  const direction = isDescending(filter) !== backwards ? 'desc' : 'asc';
  const indexed = empties === 'no' && MAY_LACK.has(filter.sortby ?? 'createdAt') ? 'asIndexed' : empties;
  return query
    .orderBy(ref(sortColumn(filter)), sorted(direction, indexed))
    .orderBy(sql.ref('assessments.id'), direction);
}
