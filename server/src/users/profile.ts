import { reasonsOf } from '@shp/shared/api/parse';
import { fieldsSchema } from '@shp/shared/api/schemas';
import { PROFILES, type Profile } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { invalid } from '../httpError.ts';

/**
 * A profile after a change: absent keys stay, null clears. Only changed values must fit the role's fields, so that a
 * value accepted by an earlier version does not block other changes. @throws HttpError `invalid`, its paths prefixed with
 * `prefix`.
 */
export function mergeProfile(
  role: UserRole,
  before: Profile,
  change: Record<string, unknown>,
  prefix: string,
): Profile {
  const differing = Object.fromEntries(Object.entries(change).filter(([key, value]) => !isSame(before, key, value)));
  const result = fieldsSchema(PROFILES[role], 'merge').safeParse(differing, { reportInput: true });
  if (!result.success) {
    const reasons = Object.entries(reasonsOf(result.error)).map(([path, reason]) => [prefix + path, reason]);
    throw invalid(Object.fromEntries(reasons));
  }
  return withoutNull({ ...before, ...result.data });
}

function isSame(before: Profile, key: string, value: unknown): boolean {
  return Object.hasOwn(before, key) && JSON.stringify(before[key]) === JSON.stringify(value);
}

/** The fields with a value: a call sends null to clear one. */
export function withoutNull(fields: Record<string, unknown>): Profile {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Profile;
}
