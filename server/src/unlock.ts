import { hasInitialPasswordEnded } from '@shp/shared/domain/accounts/passwords';
import { openForReading } from './backup/snapshot.ts';
import { transact } from './context.ts';
import { onSnapshot, openDatabase, openLooker, schemaOf } from './store/db/database.ts';
import { DatabaseAway, DatabaseRefuses, isAway, isDenied } from './store/db/faults.ts';
import type { Place } from './store/db/types.ts';
import { removeLoginFailures } from './store/repositories/limits.ts';
import { readSettings } from './store/repositories/settings.ts';
import { findForLogin, requireNewPassword } from './store/repositories/users.ts';
import { MIGRATIONS } from './store/schema/migrations.ts';

/** No account has this name. */
export class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount';
}

/** The database belongs to another version of the program; only `serve` upgrades it. */
export class OtherVersion extends Error {
  override readonly name = 'OtherVersion';
  constructor(readonly newer: boolean) {
    super(newer ? 'of a newer version' : 'of an older version');
  }
}

/** `prolonged`: the initial password had expired and is valid again. */
export type Unlocked = { account: string; failures: number; prolonged: boolean };

/**
 * Lets an account log in again after too many failed logins, also while servers run. For an administrator, also renews
 * an expired initial password: there may be no one else to reset it. Leaves an audit row.
 * @throws NoSuchAccount, OtherVersion, NoDatabase, RestoreUnfinished, and errors of opening PostgreSQL
 */
export async function unlockAccount(
  { data, databaseUrl }: { data: string; databaseUrl: string | null },
  account: string,
): Promise<Unlocked> {
  const place: Place = databaseUrl === null ? { data } : { url: databaseUrl };
  try {
    if (databaseUrl === null) openForReading(data).close();
    await checkVersion(place);
    const database = await openDatabase(place);
    try {
      return await transact(database, { by: null, address: '', action: 'unlock' }, async ({ db, now, audit }) => {
        const user = await findForLogin(db, account);
        if (user === undefined) throw new NoSuchAccount(account);
        const failures = await removeLoginFailures(db, user.account);
        const settings = await readSettings(db);
        const prolonged =
          user.role === 'admin' && hasInitialPasswordEnded(user.must_change_since, settings, Date.parse(now));
        if (prolonged) await requireNewPassword(db, user.id, now);
        await audit({
          object: { kind: user.role, id: user.id, name: user.name },
          changes: { failures: [failures, 0], ...(prolonged ? { initialPassword: [null, true] } : {}) },
        });
        return { account: user.account, failures, prolonged };
      });
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isDenied(error)) throw new DatabaseRefuses(error.message, { cause: error });
    if (databaseUrl !== null && isAway(error)) throw new DatabaseAway(error);
    throw error;
  }
}

async function checkVersion(place: Place): Promise<void> {
  const looker = await openLooker(place);
  try {
    const schema = await onSnapshot(looker, schemaOf);
    if (schema !== Object.keys(MIGRATIONS).sort().at(-1)) throw new OtherVersion(!Object.hasOwn(MIGRATIONS, schema));
  } finally {
    await looker.destroy();
  }
}
