import { ApiError } from '@shp/shared/api/errors';

/** Why the server refused, in its own sentences; null where it named no reasons. */
export function reasonsOf(error: unknown): string | null {
  const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
  return reasons.length > 0 ? reasons.join('; ') : null;
}
