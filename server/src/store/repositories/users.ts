import type { User } from '@shp/shared/api/objects';
import { DUTIES, type Duty, inOrder } from '@shp/shared/domain/accounts/duties';
import type { Profile } from '@shp/shared/domain/accounts/profiles';
import { MANAGERS, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { NamedAccount } from '@shp/shared/domain/assessment/fourEyes';
import { sql } from 'kysely';
import { oneOf } from '../db/dialect.ts';
import { type NameKey, nameKeys } from '../db/pinyin.ts';
import { moveFindings } from '../findings/findings.ts';
import { usersIn } from '../lists/scope.ts';
import { removeNoticesOf } from '../notices/notices.ts';
import type { Db, UsersTable } from '../schema/schema.ts';
import { moveReviews } from '../statistics/reviewSums.ts';
import { recordOldPassword } from './passwordHistory.ts';

export type UserRow = UsersTable;

/** The duties of an administrator; undefined for any other role. */
export function storedDuties({ role, duties }: Pick<UserRow, 'role' | 'duties'>): readonly Duty[] | undefined {
  if (role !== 'admin') return undefined;
  return duties === null ? DUTIES : inOrder(duties.split(',') as Duty[]);
}

/** The stored form of duties. */
function dutiesColumn(duties: readonly Duty[] | undefined): string | null {
  return duties === undefined || duties.length === DUTIES.length ? null : inOrder(duties).join(',');
}

/** The wire form of an account, without what depends on the day (`users/view.ts`). */
export function userOf(row: UserRow): User {
  return {
    id: row.id,
    role: row.role,
    account: row.account,
    division: row.division,
    profile: JSON.parse(row.profile) as Profile,
    isDeleted: row.is_deleted === 1,
    mustChangePassword: row.must_change_password === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastLoginAt: row.last_login_at,
    version: row.version,
    ...(row.role === 'admin' ? { duties: [...(storedDuties(row) ?? DUTIES)] } : {}),
  };
}

/** A user in the scope, including deleted ones; `roles` narrows it further. */
export async function findUser(
  db: Db,
  scope: Scope,
  id: string,
  roles?: readonly UserRole[],
): Promise<UserRow | undefined> {
  let query = db
    .selectFrom('users')
    .selectAll('users')
    .where('users.id', '=', id)
    .where((eb) => usersIn(eb, scope));
  if (roles) query = query.where('users.role', 'in', [...roles]);
  return query.executeTakeFirst();
}

/** The account for a login, without scope: there is no caller yet. */
export async function findForLogin(db: Db, account: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('account_key', '=', account.toLowerCase()).executeTakeFirst();
}

/** The user with this id, also a deleted one. */
export async function findById(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whether an account name is taken, ignoring case and including deleted accounts. */
export async function accountTaken(db: Db, account: string, except?: string): Promise<boolean> {
  const row = await findForLogin(db, account);
  return row !== undefined && row.id !== except;
}

export type NewUser = {
  id: string;
  role: UserRole;
  account: string;
  division: string | null;
  /** Of an administrator; all unless given. */
  duties?: readonly Duty[] | undefined;
  profile: Profile;
  passwordHash: string;
  mustChangePassword: boolean;
  at: string;
};

/** The row of a new user, with names and sort keys computed. */
export function newUserRow(user: NewUser, keyOf: NameKey): UserRow {
  return {
    id: user.id,
    role: user.role,
    account: user.account,
    account_key: user.account.toLowerCase(),
    division: user.division,
    duties: dutiesColumn(user.duties),
    ...profileColumns(user.profile, keyOf),
    password_hash: user.passwordHash,
    must_change_password: user.mustChangePassword ? 1 : 0,
    password_set_at: user.at,
    must_change_since: user.mustChangePassword ? user.at : null,
    is_deleted: 0,
    created_at: user.at,
    updated_at: user.at,
    last_login_at: null,
    version: 1,
    load: 0,
  };
}

function profileColumns(profile: Profile, keyOf: NameKey): Pick<UserRow, 'name' | 'name_key' | 'profile' | 'capacity'> {
  const { name, capacity } = profile;
  return {
    name,
    name_key: keyOf(name),
    profile: JSON.stringify(profile),
    capacity: typeof capacity === 'number' ? capacity : null,
  };
}

/** Inserts a new account; `by` is null at the first start. */
export async function insertUser(db: Db, user: NewUser, by: string | null): Promise<void> {
  await db
    .insertInto('users')
    .values(newUserRow(user, await nameKeys()))
    .execute();
  if (by !== null) await recordMaker(db, user.id, by, user.at);
}

/**
 * Records that `by` created this account or set its password (four eyes, docs/spec/domain.md#lifecycle). The record
 * outlives both accounts.
 */
export async function recordMaker(db: Db, user: string, by: string, at: string): Promise<void> {
  await db.insertInto('account_hands').values({ user_id: user, by_id: by, at }).execute();
}

export type UserChange = {
  account?: string;
  division?: string | null;
  duties?: readonly Duty[];
  profile?: Profile;
  isDeleted?: boolean;
  password?: { hash: string; mustChange: boolean };
};

/**
 * Writes a change and raises the version. Also updates the station's name and division in its assessments, and the
 * update time of assessments with a renamed expert.
 */
export async function updateUser(db: Db, row: UserRow, change: UserChange, at: string): Promise<UserRow> {
  const set: Partial<UserRow> = { updated_at: at, version: row.version + 1 };
  if (change.account !== undefined)
    Object.assign(set, { account: change.account, account_key: change.account.toLowerCase() });
  if (change.division !== undefined) set.division = change.division;
  if (change.duties !== undefined) set.duties = dutiesColumn(change.duties);
  if (change.profile !== undefined) Object.assign(set, profileColumns(change.profile, await nameKeys()));
  if (change.isDeleted !== undefined) set.is_deleted = change.isDeleted ? 1 : 0;
  if (change.password !== undefined) {
    const { hash, mustChange } = change.password;
    Object.assign(set, {
      password_hash: hash,
      password_set_at: at,
      must_change_password: mustChange ? 1 : 0,
      must_change_since: mustChange ? at : null,
    });
    await recordOldPassword(db, row, at);
  }
  const changed = await db
    .updateTable('users')
    .set(set)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const renamed = changed.name !== row.name;
  if (changed.role === 'station' && row.division !== null && changed.division !== null)
    await moveReviews(db, row.id, row.division, changed.division);
  const moved = changed.division !== row.division || changed.account !== row.account;
  if (changed.role === 'station' && (renamed || moved)) {
    await db
      .updateTable('assessments')
      .set({
        station_name: changed.name,
        station_key: changed.name_key,
        ...(changed.division === null ? {} : { division: changed.division }),
        updated_at: at,
        shared_updated_at: at,
      })
      .where('station_id', '=', row.id)
      .execute();
  }
  if (changed.role === 'station' && changed.division !== null && changed.division !== row.division)
    await moveFindings(db, row.id, changed.division);
  if (changed.role === 'expert' && renamed) {
    await db
      .updateTable('assessments')
      .set({ updated_at: at })
      .where('id', 'in', (eb) =>
        eb.selectFrom('assessment_experts').select('assessment_id').where('expert_id', '=', row.id),
      )
      .execute();
    await db.updateTable('assessment_experts').set({ updated_at: at }).where('expert_id', '=', row.id).execute();
  }
  return changed;
}

/** Requires a new password from now on, without raising the account's version. */
export async function requireNewPassword(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('users').set({ must_change_password: 1, must_change_since: at }).where('id', '=', id).execute();
}

/** Records a login, without raising the account's version. */
export async function setLastLogin(db: Db, id: string, at: string): Promise<void> {
  await db.updateTable('users').set({ last_login_at: at }).where('id', '=', id).execute();
}

export type Administrator = { id: string; account: string; role: 'admin'; duties: readonly Duty[] };

/** The administrators outside the recycle bin, by account, with their duties. */
export async function listAdministrators(db: Db): Promise<Administrator[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account', 'role', 'duties'])
    .where('role', '=', 'admin')
    .where('is_deleted', '=', 0)
    .orderBy('account_key')
    .execute();
  return rows.map((row) => ({ id: row.id, account: row.account, role: 'admin', duties: storedDuties(row) ?? DUTIES }));
}

/** The names of users, by id. */
export async function namesOf(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(oneOf(db, sql.ref('id'), [...ids]))
    .execute();
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** The names of accounts for sentences, by id. */
export async function accountNames(db: Db, ids: ReadonlySet<string>): Promise<Map<string, NamedAccount>> {
  if (ids.size === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'account'])
    .where(oneOf(db, sql.ref('id'), [...ids]))
    .execute();
  const names = new Map<string, NamedAccount>(users.map(({ id, name, account }) => [id, { name, account }]));
  const removed = [...ids].filter((id) => !names.has(id));
  for (const [id, name] of await removedNames(db, removed)) names.set(id, { name, account: '' });
  return names;
}

/** The last names of permanently removed accounts, from the audit. */
async function removedNames(db: Db, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('audit')
    .select(['object_id', 'object_name'])
    .where(oneOf(db, sql.ref('object_id'), ids))
    .orderBy('seq')
    .execute();
  return rows.map(({ object_id, object_name }) => [object_id, object_name]);
}

/** Whether any user exists; if not, this is the first start. */
export async function anyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether any assessment or finding refers to this user: as its station, as an expert, or in an event. */
export async function isReferenced(db: Db, id: string): Promise<boolean> {
  const { referred } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('assessments').select('id').where('station_id', '=', id)),
          eb.exists(eb.selectFrom('assessments').select('id').where('manager_conclusion_by', '=', id)),
          eb.exists(eb.selectFrom('assessment_experts').select('expert_id').where('expert_id', '=', id)),
          eb.exists(eb.selectFrom('events').select('id').where('by_id', '=', id)),
          eb.exists(eb.selectFrom('contributions').select('user_id').where('user_id', '=', id)),
          eb.exists(eb.selectFrom('conclusions').select('id').where('by_id', '=', id)),
          eb.exists(eb.selectFrom('files').select('id').where('by_id', '=', id)),
          eb.exists(eb.selectFrom('findings').select('id').where('station_id', '=', id)),
          eb.exists(eb.selectFrom('finding_events').select('finding_id').where('by_id', '=', id)),
        ])
        .as('referred'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(referred);
}

/** Deletes an account without references. */
export async function removeUser(db: Db, id: string): Promise<void> {
  await removeNoticesOf(db, id);
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** The managing units in the scope, from the province down. */
export async function listUnits(db: Db, scope: Scope): Promise<Pick<UserRow, 'id' | 'name' | 'role' | 'division'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'division'])
    .where('role', 'in', [...MANAGERS])
    .where('is_deleted', '=', 0)
    .where((eb) => usersIn(eb, scope))
    .orderBy('division')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A station or an expert as exports name it. */
export type Named = Pick<UserRow, 'id' | 'account' | 'name'>;

/** Every station and expert by id: read once per export, because they recur in many rows. */
export async function stationsAndExperts(db: Db): Promise<Map<string, Named>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account', 'name'])
    .where('role', 'in', ['station', 'expert'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The profiles of these users. */
export async function profilesOf(db: Db, ids: readonly string[]): Promise<Map<string, Profile>> {
  const rows =
    ids.length > 0
      ? await db
          .selectFrom('users')
          .select(['id', 'profile'])
          .where('id', 'in', [...ids])
          .execute()
      : [];
  return new Map(rows.map((row) => [row.id, JSON.parse(row.profile) as Profile]));
}
