import { ApiError } from '@shp/shared/api/errors';
import type { Common } from '@shp/shared/text/en/common';

/** The server's reasons for a refusal, or null if it gave none. */
export function reasonsOf(error: unknown, { marks }: Common): string | null {
  const reasons = error instanceof ApiError ? Object.values(error.fields) : [];
  return reasons.length > 0 ? reasons.join(marks.semicolon) : null;
}
