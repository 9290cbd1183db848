import { DAY, HOUR } from '@shp/shared/domain/lib/days';
import { sweepNotices } from '../notices/notices.ts';
import type { Db } from '../schema/schema.ts';
import { IDEMPOTENCY_HOURS } from './idempotency.ts';
import { KNOWN_ADDRESS_MS, LOGIN_WINDOW_MS } from './limits.ts';

/** Days after which a notice is deleted. */
const NOTICE_DAYS = 366;

/**
 * Deletes expired rows: captchas, counters, failed logins, known addresses, unfinished logins, sessions, access tokens,
 * downloads, idempotency keys, old notices.
 */
export async function sweep(db: Db, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await db.deleteFrom('captchas').where('expires_at', '<=', at).execute();
  await db.deleteFrom('hits').where('expires_at', '<=', at).execute();
  await db.deleteFrom('factor_attempts').where('expires_at', '<=', at).execute();
  await db.deleteFrom('oidc_attempts').where('expires_at', '<=', at).execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', at).execute();
  await db.deleteFrom('ended_sessions').where('expires_at', '<=', at).execute();
  await db.deleteFrom('access_tokens').where('expires_at', '<=', at).execute();
  await db.deleteFrom('download_tokens').where('expires_at', '<=', at).execute();
  await db
    .deleteFrom('login_failures')
    .where('at', '<=', new Date(now - LOGIN_WINDOW_MS).toISOString())
    .execute();
  await db
    .deleteFrom('login_addresses')
    .where('last_login_at', '<=', new Date(now - KNOWN_ADDRESS_MS).toISOString())
    .execute();
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<=', new Date(now - IDEMPOTENCY_HOURS * HOUR).toISOString())
    .execute();
  await sweepNotices(db, new Date(now - NOTICE_DAYS * DAY).toISOString());
}
