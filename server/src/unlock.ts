import { hasInitialPasswordEnded } from '@shp/shared/domain/accounts/passwords';
import { transact } from './context.ts';
import { type InstallationPlace, onInstallation } from './installation.ts';
import { listFactors, removeFactors } from './store/repositories/factors.ts';
import { removeLoginFailures } from './store/repositories/limits.ts';
import { readSettings } from './store/repositories/settings.ts';
import { findForLogin, requireNewPassword } from './store/repositories/users.ts';

/** No account has this name. */
export class NoSuchAccount extends Error {
  override readonly name = 'NoSuchAccount';
}

/** `prolonged`: the initial password had expired and is valid again. */
export type Unlocked = { account: string; failures: number; prolonged: boolean; factors: number };

/**
 * Lets an account log in again after too many failed logins, also while servers run. For an administrator, also renews
 * an expired initial password: there may be no one else to reset it. `withFactors`: removes its second factors too.
 * Leaves an audit row.
 * @throws NoSuchAccount, and errors of `onInstallation`
 */
export function unlockAccount(place: InstallationPlace, account: string, withFactors: boolean): Promise<Unlocked> {
  return onInstallation(place, (database) =>
    transact(database, { by: null, address: '', action: 'unlock' }, async ({ db, now, audit }) => {
      const user = await findForLogin(db, account);
      if (user === undefined) throw new NoSuchAccount(account);
      const failures = await removeLoginFailures(db, user.account);
      const settings = await readSettings(db);
      const prolonged =
        user.role === 'admin' && hasInitialPasswordEnded(user.must_change_since, settings, Date.parse(now));
      if (prolonged) await requireNewPassword(db, user.id, now);
      const factors = withFactors ? (await listFactors(db, user.id)).length : 0;
      if (factors > 0) await removeFactors(db, user.id);
      await audit({
        object: { kind: user.role, id: user.id, name: user.name },
        changes: {
          failures: [failures, 0],
          ...(prolonged ? { initialPassword: [null, true] } : {}),
          ...(factors > 0 ? { factors: [factors, 0] } : {}),
        },
      });
      return { account: user.account, failures, prolonged, factors };
    }),
  );
}
