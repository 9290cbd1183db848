import { newId } from '../db/ids.ts';
import type { Db, UsersTable } from '../schema/schema.ts';

/** A new password must differ from the present one and from this many earlier ones. */
export const OLD_PASSWORDS = 4;

/** Stores the password that an account is about to replace. */
export async function recordOldPassword(
  db: Db,
  user: Pick<UsersTable, 'id' | 'password_hash'>,
  at: string,
): Promise<void> {
  await db
    .insertInto('password_history')
    .values({ id: newId(), user_id: user.id, password_hash: user.password_hash, replaced_at: at })
    .execute();
  const history = await rowsOf(db, user.id);
  await db
    .deleteFrom('password_history')
    .where('user_id', '=', user.id)
    .where(
      'id',
      'not in',
      history.map(({ id }) => id),
    )
    .execute();
}

/** The hashes of an account's last passwords, without the present one. */
export async function oldPasswords(db: Db, user: string): Promise<string[]> {
  return (await rowsOf(db, user)).map(({ password_hash }) => password_hash);
}

function rowsOf(db: Db, user: string) {
  return db
    .selectFrom('password_history')
    .select(['id', 'password_hash'])
    .where('user_id', '=', user)
    .orderBy('replaced_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OLD_PASSWORDS)
    .execute();
}
