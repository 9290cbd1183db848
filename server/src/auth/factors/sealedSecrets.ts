import { mapSecrets, type SettingPath, type Settings, settingAt } from '@shp/shared/domain/settings';
import { readSettings, writeSettings } from '../../store/repositories/settings.ts';
import type { Db } from '../../store/schema/schema.ts';
import { type Seal, SealBroken } from './seal.ts';

/** The form of a sealed secret; plain secrets of older versions never have it. */
export const isSealed = (text: string) => /^v1\.[0-9a-f]{8}\./.test(text);

const holderOf = (path: SettingPath) => `settings/${path}`;
const webhookHolder = (user: string) => `webhook/${user}`;

/** The settings with every secret sealed; one that `stored` has sealed already stays as it is. */
export function sealSettings(seal: Seal, settings: Settings, stored: Settings): Settings {
  return mapSecrets(settings, (value, path) =>
    value === '' || (isSealed(value) && value === settingAt(stored, path)) ? value : seal.seal(value, holderOf(path)),
  );
}

/** A secret of the settings, opened. @throws SealBroken */
export function openSetting(seal: Seal, settings: Settings, path: SettingPath): string {
  return opened(seal, String(settingAt(settings, path)), holderOf(path));
}

/** Seals the secret that signs calls to an account's webhook. */
export const sealWebhook = (seal: Seal, secret: string, user: string) => seal.seal(secret, webhookHolder(user));

/** The secret of an account's webhook, opened. @throws SealBroken */
export const openWebhook = (seal: Seal, stored: string, user: string) => opened(seal, stored, webhookHolder(user));

const opened = (seal: Seal, stored: string, holder: string) => (isSealed(stored) ? seal.open(stored, holder) : stored);

/** Seals the plain secrets of an older version. */
export async function sealStored(db: Db, seal: Seal): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await readSettings(tx);
    const after = sealSettings(seal, before, before);
    if (JSON.stringify(after) !== JSON.stringify(before)) await writeSettings(tx, after);
    for (const { user_id, webhook_secret } of await plainWebhooks(tx))
      await tx
        .updateTable('notice_preferences')
        .set({ webhook_secret: sealWebhook(seal, webhook_secret ?? '', user_id) })
        .where('user_id', '=', user_id)
        .execute();
  });
}

function plainWebhooks(db: Db) {
  return db
    .selectFrom('notice_preferences')
    .select(['user_id', 'webhook_secret'])
    .where('webhook_secret', 'is not', null)
    .where('webhook_secret', 'not like', 'v1.%')
    .execute();
}

/** A secret that is stored sealed: `place` is the path of a setting, or the kind of an account's secret. */
export type StoredSecret = {
  readonly place: SettingPath | 'app' | 'webhook';
  /** The account; empty for a setting. */
  readonly account: string;
  readonly holder: string;
  readonly text: string;
  /** Stores it sealed anew. */
  replace(db: Db, text: string): Promise<unknown>;
};

/** Every sealed secret of the database. */
export async function listSealed(db: Db): Promise<StoredSecret[]> {
  const found: StoredSecret[] = [];
  mapSecrets(await readSettings(db), (text, path) => {
    const replace = async (tx: Db, anew: string) => {
      const settings = await readSettings(tx);
      await writeSettings(
        tx,
        mapSecrets(settings, (value, at) => (at === path ? anew : value)),
      );
    };
    if (isSealed(text)) found.push({ place: path, account: '', holder: holderOf(path), text, replace });
    return text;
  });
  for (const { id, user_id, secret: text } of await db
    .selectFrom('factors')
    .select(['id', 'user_id', 'secret'])
    .where('kind', '=', 'totp')
    .execute()) {
    const replace = (tx: Db, secret: string) =>
      tx.updateTable('factors').set({ secret }).where('id', '=', id).execute();
    found.push({ place: 'app', account: user_id, holder: user_id, text, replace });
  }
  for (const { user_id, webhook_secret: text } of await db
    .selectFrom('notice_preferences')
    .select(['user_id', 'webhook_secret'])
    .where('webhook_secret', 'like', 'v1.%')
    .execute()) {
    const replace = (tx: Db, webhook_secret: string) =>
      tx.updateTable('notice_preferences').set({ webhook_secret }).where('user_id', '=', user_id).execute();
    found.push({ place: 'webhook', account: user_id, holder: webhookHolder(user_id), text: text ?? '', replace });
  }
  return found;
}

/** Secrets of one place that cannot be opened, with their accounts. */
export type Unreadable = { readonly place: StoredSecret['place']; readonly accounts: readonly string[] };

/** The sealed secrets that this key does not open, by place. */
export async function unreadableSecrets(db: Db, seal: Seal): Promise<Unreadable[]> {
  const places = new Map<StoredSecret['place'], string[]>();
  for (const secret of await listSealed(db)) {
    if (openOrNull(seal, secret) !== null) continue;
    const { place, account } = secret;
    places.set(place, [...(places.get(place) ?? []), ...(account === '' ? [] : [account])]);
  }
  return [...places].map(([place, accounts]) => ({ place, accounts }));
}

/** A stored secret, opened; null if this key does not open it. */
export function openOrNull(seal: Seal, { text, holder }: Pick<StoredSecret, 'text' | 'holder'>): string | null {
  try {
    return seal.open(text, holder);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
