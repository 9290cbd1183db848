import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { invalid } from '../httpError.ts';
import { isLinked } from '../store/repositories/supervisorStations.ts';
import type { UserRow } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import { userFor } from './view.ts';

/** Keys of an account from a list or `GET user` that no call changes. */
export type ReadOnly = Readonly<Record<string, unknown>>;

/** Accepts read-only keys that equal the present values. @throws HttpError `invalid`, naming the others. */
export async function checkReadOnly(db: Db, row: UserRow, given: ReadOnly, now: string): Promise<void> {
  const keys = Object.keys(given).filter((key) => given[key] !== undefined);
  if (keys.length === 0) return;
  const present: Record<string, unknown> = { ...(await userFor(db, row, now)) };
  if (row.role === 'expert') present.load = row.load;
  // `linked` refers to one aggregate account, which the body does not name: false may be right for that one, so accept
  // it.
  if (row.role === 'station') present.linked = given.linked === true && (await isLinked(db, row.id));
  const changed = keys.filter((key) => canonicalJson(given[key] ?? null) !== canonicalJson(present[key] ?? null));
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((key) => [key, { code: 'readOnly' }])));
}
