import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { matches } from '../auth/passwords.ts';
import type { Db } from '../store/schema/schema.ts';

export type DemoAccount = { role: string; account: string; password: string };

/** The password of every demo account; it counts as chosen. */
export const DEMO_PASSWORD = 'demo-2026';

/** The accounts that are printed have ids of their own, by which a demo database is known again. */
export function printedId(role: UserRole): string {
  return `demo-${role}`;
}

/**
 * One account a role with its password; none where the database is not a demo's. An account that is deleted, or whose
 * password has been changed since, is left out.
 */
export async function demoAccountsOf(db: Db, adminPassword: string | null): Promise<DemoAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'role', 'account', 'password_hash'])
    .where('id', 'in', USER_ROLES.map(printedId))
    .where('is_deleted', '=', 0)
    .execute();
  const known = new Map<string, string | null>();
  const passwordOf = async (digest: string): Promise<string | null> => {
    for (const password of adminPassword === null ? [DEMO_PASSWORD] : [DEMO_PASSWORD, adminPassword])
      if (await matches(digest, hashPassword(password))) return password;
    return null;
  };
  for (const { password_hash: digest } of rows) if (!known.has(digest)) known.set(digest, await passwordOf(digest));
  return USER_ROLES.flatMap((role) => {
    const row = rows.find(({ id }) => id === printedId(role));
    const password = row && known.get(row.password_hash);
    return row && password ? [{ role, account: row.account, password }] : [];
  });
}
