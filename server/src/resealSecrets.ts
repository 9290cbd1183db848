import { Seal, SealBroken, sealedWith } from './auth/factors/seal.ts';
import { listSealed, openOrNull } from './auth/factors/sealedSecrets.ts';
import { transact } from './context.ts';
import { type InstallationPlace, onInstallation } from './installation.ts';
import { endAddingApps } from './store/repositories/factors.ts';

/** `unreadable`: secrets that no key in the directory opens; they stay as they are. */
export type Resealed = {
  readonly id: string;
  readonly before: string | null;
  readonly secrets: number;
  readonly unreadable: number;
};

/**
 * Seals all stored secrets with a new key, in one transaction, also while servers run. The previous key stays until
 * all are stored: if this is interrupted, each secret still opens with one of the two keys, and the next run resumes.
 * Writes an audit row.
 * @throws SealBroken if the present key opens none of them, and errors of `onInstallation`
 */
export function resealSecrets(place: InstallationPlace): Promise<Resealed> {
  return onInstallation(place, async (database) => {
    const seal = new Seal(place.data);
    const stored = await listSealed(database.read);
    if (stored.length > 0 && stored.every((one) => openOrNull(seal, one) === null))
      throw new SealBroken('the key opens no stored secret');
    const { before, next } = seal.beginExchange();
    const counts = await transact(database, { by: null, address: '', action: 'keys/reseal' }, async ({ db, audit }) => {
      let [secrets, unreadable] = [0, 0];
      for (const one of await listSealed(db)) {
        const secret = openOrNull(seal, one);
        if (secret === null) unreadable += 1;
        else secrets += 1;
        if (secret !== null && sealedWith(one.text) !== next) await one.replace(db, seal.seal(secret, one.holder));
      }
      await endAddingApps(db);
      await audit({
        object: { kind: 'key', id: next, name: '' },
        changes: { key: [before, next], secrets: [null, secrets] },
      });
      return { secrets, unreadable };
    });
    await seal.endExchange();
    return { id: next, before, ...counts };
  });
}
