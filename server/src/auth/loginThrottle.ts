import type { Settings } from '@shp/shared/domain/settings';
import { HttpError } from '../httpError.ts';
import { loginWait } from '../store/repositories/limits.ts';
import type { Db } from '../store/schema/schema.ts';

/** Limits password checks by account and by address. @throws HttpError at the limit. */
export async function throttleLogins(
  db: Db,
  { loginAttempts }: Settings,
  who: { account: string; address: string },
  at: string,
): Promise<void> {
  const wait = await loginWait(db, who, loginAttempts, Date.parse(at));
  if (wait !== null) throw new HttpError('too_many_requests', { retryAfter: wait });
}
