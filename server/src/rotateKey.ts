import { readKey, useNextKey, writeNextKey } from './audit/signing/keyFile.ts';
import { addKey, currentKey } from './audit/signing/keys.ts';
import { transact } from './context.ts';
import { type InstallationPlace, onInstallation } from './installation.ts';

/** The data directory does not have the key that signs now. */
export class KeyLost extends Error {
  override readonly name = 'KeyLost';
}

/** `endorsed`: the key before signed for the new one. */
export type Rotated = { readonly id: string; readonly before: string | null; readonly endorsed: boolean };

/**
 * Makes a new key that signs from now on, also while servers run; the key before signs for it, unless it is `lost`.
 * Leaves an audit row.
 * @throws KeyLost, UnfitKey, and errors of `onInstallation`
 */
export function rotateKey(place: InstallationPlace, { lost }: { lost: boolean }): Promise<Rotated> {
  const { data } = place;
  return onInstallation(place, async (database) => {
    const before = await currentKey(database.read);
    const found = await readKey(data, before).catch((error: unknown) => {
      if (lost) return null;
      throw error;
    });
    const old = found !== null && found.id === before ? found : null;
    if (old === null && before !== null && !lost) throw new KeyLost();
    const next = await writeNextKey(data);
    await transact(database, { by: null, address: '', action: 'keys/rotate' }, async ({ db, now, audit }) => {
      await addKey(db, next, now, old);
      await audit({ object: { kind: 'key', id: next.id, name: '' }, changes: { key: [before, next.id] } });
    });
    await useNextKey(data);
    return { id: next.id, before, endorsed: old !== null };
  });
}
