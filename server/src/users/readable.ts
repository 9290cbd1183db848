import { findUser, type UserRow } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/**
 * A user that the caller may read: itself, users in its scope, and for managers every expert (docs/spec/wire.md#calls).
 */
export async function findReadable(db: Db, caller: Caller, id: string): Promise<UserRow | undefined> {
  if (id === caller.id) return findUser(db, { kind: 'self', user: id }, id);
  const inScope = await findUser(db, caller.scope, id);
  if (inScope || caller.scope.kind !== 'division') return inScope;
  return findUser(db, { kind: 'all' }, id, ['expert']);
}
