import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { matches } from '../auth/passwords.ts';
import type { Db } from '../store/schema/schema.ts';

export type DemoAccount = { role: string; account: string; password: string };

/** The password of every demo account; users need not change it. */
export const DEMO_PASSWORD = 'demo-2026';

/** Demo accounts shown at start have fixed ids, which also identify a demo database. */
export function printedId(role: UserRole): string {
  return `demo-${role}`;
}

/**
 * One account per role with its password; none if this is not a demo database. Omits deleted accounts and those with a
 * changed password.
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
