import type { User } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { ratingsOf } from '../store/counters/ratings.ts';
import { type UserRow, userOf } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';

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
