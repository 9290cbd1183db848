import { reasonsOf } from '@shp/shared/api/parse';
import { fieldsSchema } from '@shp/shared/api/schemas';
import { PROFILES, type Profile } from '@shp/shared/domain/profiles';
import type { UserRole } from '@shp/shared/domain/roles';
import { invalid } from '../refusal.ts';

/**
 * A profile after a change: absent keys stay, null clears. The role's own fields judge.
 * @throws Refusal `invalid`, its paths led by `prefix`.
 */
export function mergeProfile(
  role: UserRole,
  before: Profile,
  change: Record<string, unknown>,
  prefix: string,
): Profile {
  const result = fieldsSchema(PROFILES[role], 'merge').safeParse(change, { reportInput: true });
  if (!result.success) {
    const reasons = Object.entries(reasonsOf(result.error)).map(([path, reason]) => [prefix + path, reason]);
    throw invalid(Object.fromEntries(reasons));
  }
  return withoutNull({ ...before, ...result.data });
}

/** The fields that hold something: null is how a call says that one does not. */
export function withoutNull(fields: Record<string, unknown>): Profile {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Profile;
}
