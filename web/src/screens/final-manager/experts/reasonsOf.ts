import { ApiError } from '@shp/shared/api/errors';
import type { Common } from '@shp/shared/text/en/common';

/** Why the server refused, in its own sentences; null where it named no reasons. */
export function reasonsOf(error: unknown, { marks }: Common): string | null {
  const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
  return reasons.length > 0 ? reasons.join(marks.semicolon) : null;
}
