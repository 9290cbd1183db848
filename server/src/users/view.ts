import type { User } from '@shp/shared/api/objects';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { dayOf } from '@shp/shared/domain/lib/days';
import { invalid } from '../httpError.ts';
import { ratingsOf } from '../store/counters/ratings.ts';
import { countLinked, isLinked, latestOf } from '../store/repositories/supervisorStations.ts';
import { findUser, type UserRow, userOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/** Accounts in wire form; a station with its best rating on the day of `now`. */
export async function usersFor(db: Db, rows: readonly UserRow[], now: string): Promise<User[]> {
  const stations = rows.flatMap(({ id, role }) => (role === 'station' ? id : []));
  const ratings = await ratingsOf(db, stations, dayOf(now));
  return rows.map((row) =>
    row.role === 'station' ? { ...userOf(row), rating: ratings.get(row.id) ?? null } : userOf(row),
  );
}

/** One account in wire form. */
export async function userFor(db: Db, row: UserRow, now: string): Promise<User> {
  const [user] = await usersFor(db, [row], now);
  return user ?? userOf(row);
}

/**
 * A user that the caller may read: itself, users in its scope, and for managers every expert (docs/spec/wire.md#calls).
 */
export async function findReadable(db: Db, caller: Caller, id: string): Promise<UserRow | undefined> {
  if (id === caller.id) return findUser(db, { kind: 'self', user: id }, id);
  const inScope = await findUser(db, caller.scope, id);
  if (inScope || caller.scope.kind !== 'division') return inScope;
  return findUser(db, { kind: 'all' }, id, ['expert']);
}

/** Keys of an account from a list or `GET user` that no call changes. */
export type ReadOnly = Readonly<Record<string, unknown>>;

/** Accepts read-only keys that equal the present values. @throws HttpError `invalid`, naming the others. */
export async function checkReadOnly(db: Db, row: UserRow, given: ReadOnly, now: string): Promise<void> {
  const keys = Object.keys(given).filter((key) => given[key] !== undefined);
  if (keys.length === 0) return;
  const present: Record<string, unknown> = { ...(await userFor(db, row, now)) };
  if (row.role === 'expert') present.load = row.load;
  if (row.role === 'supervisor') present.links = await countLinked(db, row.id);
  // `linked` refers to one aggregate account, which the body does not name: false may be right for that one, so accept
  // it.
  if (row.role === 'station') present.linked = given.linked === true && (await isLinked(db, row.id));
  if (row.role === 'station') present.latest = (await latestOf(db, [row.id])).get(row.id);
  const changed = keys.filter((key) => canonicalJson(given[key] ?? null) !== canonicalJson(present[key] ?? null));
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((key) => [key, { code: 'readOnly' }])));
}
