import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endorsementText, type HistoryKey } from '@shp/shared/trust/history';
import type { Db } from '../../store/schema/schema.ts';
import { HEAD_NAME } from './headFile.ts';
import { readKey, useNextKey, writeNextKey } from './keyFile.ts';
import type { Signer } from './signer.ts';
import { lastHead } from './storedHeads.ts';

/** All signing keys, oldest first. */
export async function listKeys(db: Db): Promise<HistoryKey[]> {
  const rows = await db.selectFrom('audit_keys').selectAll().orderBy('since').orderBy('id').execute();
  return rows.map(({ id, public_key, since, until, endorsed_by, endorsement }) => ({
    id,
    publicKey: public_key,
    since,
    until,
    endorsement: endorsed_by === null || endorsement === null ? null : { by: endorsed_by, signature: endorsement },
  }));
}

/** The id of the key that signs now; null if there has been none. */
export async function currentKey(db: Db): Promise<string | null> {
  const key = await db.selectFrom('audit_keys').select('id').where('until', 'is', null).executeTakeFirst();
  return key?.id ?? null;
}

/**
 * The signing key of a starting server; the first start creates it. Null if this directory lacks the key that the
 * database names: a lost key is reported, never replaced.
 * @throws UnfitKey
 */
export async function takeKey(db: Db, data: string, now: string): Promise<Signer | null> {
  const current = await currentKey(db);
  const found = await readKey(data, current);
  if (current !== null) return found?.id === current ? found : null;
  // The database was signed before, but its list of keys is gone. Creating a new key would hide that.
  if (found === null && ((await lastHead(db)) !== null || existsSync(join(data, HEAD_NAME)))) return null;
  const signer = found ?? (await writeNextKey(data));
  await addKey(db, signer, now, null);
  if (found === null) await useNextKey(data);
  return signer;
}

/** Adds the key that signs from now on, endorsed by the previous one. */
export async function addKey(db: Db, { id, publicKey }: Signer, since: string, before: Signer | null): Promise<void> {
  await db.updateTable('audit_keys').set({ until: since }).where('until', 'is', null).execute();
  await db
    .insertInto('audit_keys')
    .values({
      id,
      public_key: publicKey,
      since,
      until: null,
      endorsed_by: before?.id ?? null,
      endorsement: before === null ? null : await before.sign(endorsementText({ publicKey, since })),
    })
    .execute();
}
