import { mapSecrets, type SettingPath, type Settings, settingAt } from '@shp/shared/domain/settings';
import { readSettings, writeSettings } from '../../store/repositories/settings.ts';
import type { Db } from '../../store/schema/schema.ts';
import type { Seal } from './seal.ts';

/** What {@link Seal} makes; what older versions stored as it is never looks like this. */
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

/** Seals what an older version stored as it is. */
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
