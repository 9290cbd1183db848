import { setImmediate } from 'node:timers/promises';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayBounds } from '@shp/shared/domain/days';
import { cityOf, countyOf, DIVISIONS, divisionPath, PROVINCE, stem } from '@shp/shared/domain/divisions';
import { fromTenths } from '@shp/shared/domain/exact';
import type { Role } from '@shp/shared/domain/roles';
import type { Scope } from '@shp/shared/domain/scope';
import type { Level, Status } from '@shp/shared/domain/statuses';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './dialect.ts';
import { keptTotal, toldTotal } from './keptTotals.ts';
import { contains, sorted, windowOf } from './paging.ts';
import type { AssessmentsTable, Db, Schema } from './schema.ts';
import { asItIs, assessmentsIn, isOwn, type Ref, unlikely, within } from './scope.ts';
import { waitsFor } from './waiting.ts';
import { ANY, OWN, SORT, shorter, WALK, type Way } from './ways.ts';

/** SPEC.md's query filter; `waiting` carries the caller that it waits for. */
export type AssessmentFilter = {
  station?: string | undefined;
  waiting?: { id: string; role: Role; division: string | null } | undefined;
  updatedSince?: string | undefined;
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
} as const;
const MAY_LACK: ReadonlySet<string> = new Set([
  'stationScore',
  'expertScore',
  'submittedAt',
  'concludedAt',
  'validUntil',
]);

const CITIES = DIVISIONS.filter(({ level }) => level === 'city');

/** `named`: the stations of a text, where they are known. */
type Search = AssessmentFilter & { named?: readonly string[] | null };

function filtered(db: Db, scope: Scope, filter: Search, way: Way = ANY) {
  const { station, named, waiting, status, level } = filter;
  // What waits for an expert is less than what is assigned.
  const own = isOwn(scope) && waiting?.role !== 'expert' ? way.own : way.filter;
  // Statuses and a division are in one index, which SQLite takes where it believes that a division is little.
  const bound = way === SORT ? unlikely : asItIs;
  let query = db
    .selectFrom('assessments')
    .where(way.flags('assessments.is_deleted'), '=', 0)
    .where((eb) => assessmentsIn(eb, scope, own, bound));
  if (named) query = query.where(way.own('assessments.station_id'), 'in', named);
  else if (station !== undefined) {
    const byRow = way === WALK || isOwn(scope);
    query = query.where((eb) =>
      byRow ? isNamed(eb, station) : eb('assessments.station_id', 'in', stationsNamed(db, scope, filter, station)),
    );
  }
  if (waiting) query = query.where((eb) => waitsFor(eb, waiting, way));
  if (filter.updatedSince)
    query = query.where(way.filter('assessments.updated_at'), '>=', new Date(filter.updatedSince).toISOString());
  if (status && status.length > 0) query = query.where(way.filter('assessments.status'), 'in', [...status]);
  if (level && level.length > 0) query = query.where(way.filter('assessments.level'), 'in', [...level]);
  const isDated = filter.from !== undefined || filter.to !== undefined;
  const byCity = way !== OWN && (isDated || (way !== SORT && filter.sortby === 'submittedAt'));
  for (const division of divisionsOf(filter)) {
    const isCity = cityOf(division) === division;
    query = query.where((eb) =>
      byCity && isCity ? inCity(division) : within(eb, 'assessments.division', division, way.filter, bound),
    );
  }
  const sent = (filter.sortby === 'submittedAt' ? sql.ref : way.filter)('assessments.submitted_at');
  if (filter.from) query = query.where(sent, '>=', dayBounds(filter.from).from);
  if (filter.to) query = query.where(sent, '<', dayBounds(filter.to).until);
  return query;
}

/** As the index says it that has each city's assessments in the order of their submission. */
function inCity(city: string) {
  return sql<SqlBool>`substr(${sql.ref('assessments.division')}, 1, 4) = ${stem(city)}`;
}

function divisionsOf({ province, city, county }: AssessmentFilter): string[] {
  return [province, city, county].flatMap((one) => (one && one !== PROVINCE ? one : []));
}

/** The part of the region that a scope is; none where it is all of it, or no part of it. */
function placeOf(scope: Scope): string[] {
  return scope.kind === 'division' && scope.division !== PROVINCE ? [scope.division] : [];
}

function isNamed(eb: ExpressionBuilder<Schema, 'assessments'>, text: string) {
  return eb.or([contains('assessments.station_name', text), eb('assessments.station_id', '=', text)]);
}

/** The same by the stations, of which there are fewer than assessments. */
function stationsNamed(db: Db, scope: Scope, filter: AssessmentFilter, text: string) {
  const divisions = [...placeOf(scope), ...divisionsOf(filter)];
  return db
    .selectFrom('users')
    .select('users.id')
    .where('users.role', '=', 'station')
    .where('users.is_deleted', 'in', [0, 1])
    .where((user) => user.and(divisions.map((division) => within(user, 'users.division', division))))
    .where((user) => user.or([contains('users.name', text), user('users.id', '=', text)]));
}

const FEW = 200;

function ordered(
  query: ReturnType<typeof filtered>,
  filter: AssessmentFilter,
  { ref = sql.ref, backwards = false }: { ref?: Ref; backwards?: boolean } = {},
) {
  const field = filter.sortby ?? 'createdAt';
  const direction = (filter.desc ?? filter.sortby === undefined) !== backwards ? 'desc' : 'asc';
  return query
    .orderBy(ref(SORT_COLUMNS[field]), sorted(direction, MAY_LACK.has(field)))
    .orderBy('assessments.id', direction);
}

/** What lists need of an assessment. */
export type AssessmentListRow = Pick<AssessmentsTable, (typeof LIST_COLUMNS)[number]>;

const LIST_COLUMNS = [
  'id',
  'number',
  'station_id',
  'station_name',
  'division',
  'level',
  'status',
  'station_score',
  'expert_score',
  'created_at',
  'submitted_at',
  'concluded_at',
  'valid_until',
  'updated_at',
  'version',
] as const;

async function countRows(db: Db, scope: Scope, filter: Search, way: Way): Promise<number> {
  const counted = filtered(db, scope, filter, way).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** A text may name stations everywhere: on SQLite it is looked for city by city, for while SQLite looks nobody else is served. */
function placesOf(db: Db, scope: Scope, filter: AssessmentFilter): AssessmentFilter[] {
  const everywhere = placeOf(scope).length + divisionsOf(filter).length === 0;
  const slowly = filter.station !== undefined && everywhere && !isOwn(scope) && dialectOf(db) === 'sqlite';
  return slowly ? CITIES.map(({ code }) => ({ ...filter, city: code })) : [filter];
}

async function countAll(db: Db, scope: Scope, filter: Search, way: Way): Promise<number> {
  const places = filter.named ? [filter] : placesOf(db, scope, filter);
  let total = 0;
  for (const place of places) {
    total += await countRows(db, scope, place, way);
    if (places.length > 1) await setImmediate();
  }
  return total;
}

/** The stations that a text names, where they are few: names are looked through once, and not for the total and the page. */
async function fewNamed(db: Db, scope: Scope, filter: AssessmentFilter): Promise<string[] | null> {
  const { station } = filter;
  if (station === undefined || isOwn(scope) || dialectOf(db) === 'postgres') return null;
  const found: string[] = [];
  for (const place of placesOf(db, scope, filter)) {
    const some = stationsNamed(db, scope, place, station).limit(FEW + 1 - found.length);
    found.push(...(await some.execute()).map(({ id }) => id));
    if (found.length > FEW) return null;
    await setImmediate();
  }
  return found;
}

/** One page of assessments inside the scope; the total is right past the last page too. */
export async function listAssessments(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter & { page: number; size: number },
): Promise<{ total: number; rows: AssessmentListRow[] }> {
  const onPostgres = dialectOf(db) === 'postgres';
  const told = onPostgres && filter.page === 1 ? toldTotal(db, scope, filter) : null;
  if (told !== null) {
    // One way to the database and back: there it costs more than what is asked.
    const first = ordered(filtered(db, scope, filter), filter)
      .select([...LIST_COLUMNS])
      .limit(filter.size);
    const rows = await first.select(told.as('total')).execute();
    return { total: rows[0]?.total ?? 0, rows };
  }
  const kept = await keptTotal(db, scope, filter);
  const search = { ...filter, named: await fewNamed(db, scope, filter) };
  const narrow = onPostgres ? ANY : isOwn(scope) || filter.station !== undefined ? OWN : SORT;
  const total = kept.total ?? (await countAll(db, scope, search, narrow));
  const { skipped, limit, backwards } = windowOf(filter, total);
  if (limit <= 0) return { total, rows: [] };
  const way = shorter({ wanted: skipped + limit, total, all: kept.all, narrow });
  const found = ordered(filtered(db, scope, search, way), filter, { ref: way.order, backwards })
    .limit(limit)
    .offset(skipped);
  // What is skipped or sorted is read from an index alone, and only the page's rows from the table.
  const page =
    way === WALK && skipped < FEW && !backwards
      ? found
      : ordered(db.selectFrom('assessments').where('assessments.id', 'in', found.select('assessments.id')), filter);
  return { total, rows: await page.select([...LIST_COLUMNS]).execute() };
}

/** Every assessment of a filter in its order. */
export function allInOrder(db: Db, scope: Scope, filter: AssessmentFilter) {
  return ordered(filtered(db, scope, filter), filter);
}

/** The wire's row, nothing hidden yet: `views/seen.ts` decides what a caller sees of it. */
export function rowOf(row: AssessmentListRow, experts: readonly { id: string; name: string }[]): AssessmentRow {
  return {
    id: row.id,
    number: row.number,
    station: {
      id: row.station_id,
      name: row.station_name,
      division: row.division,
      divisionName: divisionPath(row.division),
    },
    level: row.level,
    status: row.status,
    province: PROVINCE,
    city: cityOf(row.division) ?? PROVINCE,
    county: countyOf(row.division),
    stationScore: row.station_score === null ? null : fromTenths(row.station_score),
    expertScore: row.expert_score === null ? null : fromTenths(row.expert_score),
    experts: experts.map(({ id, name }) => ({ id, name })),
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
