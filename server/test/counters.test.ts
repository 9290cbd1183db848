import { CITIES } from '@shp/server/demo/places';
import { type FindingFilter, listFindings } from '@shp/server/store/findings/list';
import type { AssessmentFilter } from '@shp/server/store/lists/assessmentFilters';
import { listAssessments } from '@shp/server/store/lists/assessments';
import { MAX_MATCHES_BY_ID } from '@shp/server/store/lists/indexHints';
import { listUsers, type UserFilter } from '@shp/server/store/lists/users';
import { hideAssessment } from '@shp/server/store/repositories/assessments';
import { SPECIALTIES } from '@shp/shared/domain/accounts/profiles';
import { type Scope, scopeOf } from '@shp/shared/domain/accounts/scope';
import { isOverdue } from '@shp/shared/domain/findings/finding';
import { dayOf } from '@shp/shared/domain/lib/days';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo, type TestDatabase } from './demoDatabase.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDemo({ size: { stations: 80, assessments: 400 }, moreFindings: 600 });
});
afterAll(() => db.close());

const ALL = { kind: 'all' } as const;
const SORTS = ['createdAt', 'submittedAt', 'validUntil', 'station', 'level'] as const;
const FILTERS: AssessmentFilter[] = [
  {},
  { status: ['passed', 'failed'] },
  { status: ['draft'], level: [3] },
  { status: ['reviewing', 'submitted'], city: '450300' },
  { level: [2], county: '450325' },
  { city: '450300', county: '450325', province: '450000' },
  { city: '450300', county: '450100' },
  ...CITIES.slice(0, 4).map((city) => ({ city, status: ['passed'] as const })),
  { from: '2025-04-01', to: '2026-02-28' },
  { to: '2025-12-31', status: ['passed', 'submitted'] },
  { from: '2025-06-15', city: '450300', level: [2, 3] },
  { to: '2025-12-31', county: '450325' },
  { from: '2025-01-01', city: '450300', county: '450100' },
];

/** The rows of a filter from a scan: a filter with `updatedSince` uses no counter table. */
async function lookedAt(filter: AssessmentFilter, scope: Scope = ALL) {
  const page = { ...filter, updatedSince: '2000-01-01T00:00:00.000Z', page: 1, size: 1000 };
  return listAssessments(db.read, scope, page);
}

async function walked(filter: AssessmentFilter, size: number, scope: Scope = ALL) {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { total, rows } = await listAssessments(db.read, scope, { ...filter, page, size });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < size) return { total, ids };
  }
}

test.each(FILTERS)('%j: the total equals the row count, and pages have the rows in order', async (filter) => {
  for (const sortby of SORTS) {
    for (const desc of [true, false]) {
      const rows = await lookedAt({ ...filter, sortby, desc });
      const pages = await walked({ ...filter, sortby, desc }, 30);
      expect(pages).toEqual({ total: rows.rows.length, ids: rows.rows.map(({ id }) => id) });
    }
  }
});

/** Accounts with lists that take different query paths. */
const PEOPLE = [
  'demo-station',
  'demo-expert',
  'demo-supervisor',
  'demo-city_manager',
  'demo-county_manager',
  'demo-province_manager',
];

test.each(PEOPLE)('%s: pages equal a full scan in order', async (account) => {
  const user = await db.read.selectFrom('users').selectAll().where('id', '=', account).executeTakeFirstOrThrow();
  const scope = scopeOf(user);
  const everything = (await lookedAt({})).rows;
  const [name = ''] = everything.map((row) => row.station_name.slice(0, 2));
  const waiting = { id: user.id, role: user.role, division: user.division };
  const dated = { from: '2025-01-01' };
  const filters = [{}, { waiting }, { status: ['passed'] as const }, { station: name }, dated, { ...dated, waiting }];
  for (const filter of filters) {
    for (const sortby of SORTS) {
      const rows = await lookedAt({ ...filter, sortby }, scope);
      const pages = await walked({ ...filter, sortby }, 4, scope);
      expect(pages).toEqual({ total: rows.total, ids: rows.rows.map(({ id }) => id) });
    }
  }
  expect((await lookedAt({}, scope)).total).toBeGreaterThan(0);
});

test('experts of a specialty: pages equal a full scan, also after changes', async () => {
  const experts = (filter: Omit<UserFilter, 'isDeleted'>, page: number, size: number) =>
    listUsers(db.read, ALL, 'experts', { isDeleted: false, ...filter, page, size });
  const compare = async () => {
    for (const sortBy of ['name', 'load'] as const) {
      const { rows } = await experts({ sortBy }, 1, 1000);
      for (const specialty of SPECIALTIES) {
        const held = rows.filter(({ profile }) => JSON.parse(profile).specialties.includes(specialty));
        const pages = [];
        for (let page = 1; pages.length < held.length; page++) {
          const found = await experts({ sortBy, specialty }, page, 4);
          expect(found.total).toBe(held.length);
          pages.push(...found.rows);
        }
        expect(pages.map(({ id }) => id)).toEqual(held.map(({ id }) => id));
        expect((await experts({ specialty }, 1, 4)).total).toBe(held.length);
      }
    }
  };
  await compare();
  const change = (set: object, ...of: string[]) =>
    db.write.updateTable('users').set(set).where('role', '=', 'expert').where('division', 'in', of).execute();
  await change({ profile: JSON.stringify({ specialties: ['safety', 'other'] }) }, '450300', '450325', '450100');
  await change({ is_deleted: 1 }, '450100', '450200');
  await change({ division: null }, '450300');
  await compare();
});

test('a search text with hundreds of matching names: pages equal a full scan', async () => {
  const { rows: columns } = await sql<{ name: string }>`SELECT name FROM pragma_table_info('users')`.execute(db.write);
  const own = ['id', 'account', 'account_key'];
  const copied = columns.map(({ name }) =>
    own.includes(name) ? `users.${name} || '-' || copies.value` : `users.${name}`,
  );
  await sql`INSERT INTO users SELECT ${sql.raw(copied.join())} FROM users, json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]') AS copies
    WHERE users.role = 'station'`.execute(db.write);
  for (const filter of [{}, { city: '450300' }, { desc: false, sortBy: 'name' as const }]) {
    const stations = (more: Partial<UserFilter>, page: number, size: number) =>
      listUsers(db.read, ALL, 'stations', { isDeleted: false, ...filter, ...more, page, size });
    const all = (await stations({}, 1, 1000)).rows.filter(({ name }) => name.includes('水电站'));
    const ids = [];
    for (let page = 1; page <= Math.ceil(all.length / 90); page++) {
      const { total, rows } = await stations({ keyword: '水电站' }, page, 90);
      expect(total).toBe(all.length);
      ids.push(...rows.map(({ id }) => id));
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(all.length > MAX_MATCHES_BY_ID).toBe(!('city' in filter));
  }
  const named = (await lookedAt({})).rows.filter((row) => row.station_name.includes('水电站'));
  expect(await walked({ station: '水电站' }, 90)).toEqual({ total: named.length, ids: named.map(({ id }) => id) });
});

test('totals follow changes of assessments, also rolled back ones', async () => {
  const change = (set: object) =>
    db.write.updateTable('assessments').set(set).where('status', '=', 'passed').where('level', '=', 3).execute();
  const taken = db.write.transaction().execute(async (transaction) => {
    await transaction.updateTable('assessments').set({ status: 'failed' }).where('status', '=', 'passed').execute();
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  await change({ division: '450325' });
  const [first] = (await lookedAt({ status: ['failed'] })).rows;
  await hideAssessment(db.write, first?.id ?? '', new Date().toISOString());
  await change({ status: 'revoked' });
  for (const filter of [...FILTERS, { status: ['failed'] as const }, { status: ['revoked'] as const }]) {
    const { total } = await listAssessments(db.read, ALL, { ...filter, page: 1, size: 20 });
    expect(total).toBe((await lookedAt(filter)).rows.length);
  }
});

const FINDING_FILTERS: FindingFilter[] = [
  {},
  { state: ['open', 'planned'] },
  { state: ['done'], division: '450300' },
  { division: '450325' },
  { division: '450000', state: ['closed'] },
  { from: '2025-04-01', to: '2026-02-28' },
  { to: '2025-12-31', state: ['open', 'closed'] },
  { from: '2025-06-15', division: '450300' },
  { overdue: { is: true, today: '2026-03-01' }, division: '450300' },
  { overdue: { is: false, today: '2026-03-01' }, state: ['open', 'planned', 'done'] },
  { serial: '2', state: ['open'], division: '450300' },
];

/** The findings of a filter, newest first, from a scan of the table. */
async function findingsScanned({ state = [], overdue, serial, division, from, to }: FindingFilter, scope: Scope) {
  const rows = await db.read
    .selectFrom('findings')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const inside = (place: string, one: string) => place.startsWith(one.replace(/(00)+$/, ''));
  return rows.flatMap((row) => {
    const day = dayOf(row.created_at);
    const fits =
      (scope.kind !== 'division' || inside(row.division, scope.division)) &&
      (state.length === 0 || state.includes(row.state)) &&
      (!overdue || isOverdue(row, overdue.today) === overdue.is) &&
      (!serial || `${row.serial}.`.startsWith(`${serial}.`)) &&
      (!division || inside(row.division, division)) &&
      (!from || day >= from) &&
      (!to || day <= to);
    return fits ? [row.id] : [];
  });
}

async function expectFindingsListed() {
  const scopes: Scope[] = [ALL, { kind: 'division', division: '450300' }, { kind: 'division', division: '450325' }];
  for (const scope of scopes) {
    for (const filter of FINDING_FILTERS) {
      const scanned = await findingsScanned(filter, scope);
      const ids: string[] = [];
      for (let page = 1; page === 1 || ids.length < scanned.length; page++) {
        const { total, rows } = await listFindings(db.read, scope, { ...filter, page, size: 40 });
        expect(total).toBe(scanned.length);
        if (rows.length === 0) break;
        ids.push(...rows.map(({ id }) => id));
      }
      expect(ids, JSON.stringify([scope, filter])).toEqual(scanned);
    }
  }
}

test('findings: pages equal a full scan, also after changes and rolled back ones', async () => {
  await expectFindingsListed();
  const taken = db.write.transaction().execute(async (transaction) => {
    await transaction.updateTable('findings').set({ state: 'closed' }).where('state', '=', 'open').execute();
    throw new Error('taken back');
  });
  await expect(taken).rejects.toThrow('taken back');
  await db.write.updateTable('findings').set({ state: 'done' }).where('state', '=', 'planned').execute();
  await db.write.updateTable('findings').set({ division: '450325' }).where('state', '=', 'closed').execute();
  await expectFindingsListed();
});
