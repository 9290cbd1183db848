import { CHANNELS } from '@shp/shared/domain/notices/kinds';
import { type Delivery, insertDeliveries } from '../store/notices/deliveries.ts';
import type { StoredNotice } from '../store/notices/notices.ts';
import { preferencesOf } from '../store/notices/preferences.ts';
import type { Db } from '../store/schema/schema.ts';
import { nextDaily } from './timing.ts';

/** Enqueues new notices for delivery, by the preferences of their accounts. */
export async function enqueue(db: Db, notices: readonly StoredNotice[]): Promise<void> {
  const preferences = await preferencesOf(db, [...new Set(notices.map(({ user_id }) => user_id))]);
  const deliveries = notices.flatMap(({ id, seq, user_id, kind, at }): Delivery[] => {
    const chosen = preferences.get(user_id);
    if (!chosen) return [];
    return CHANNELS.flatMap((channel) => {
      const timing = chosen.kinds[kind][channel];
      if (chosen[channel] === null || timing === 'never') return [];
      const daily = timing === 'daily';
      return { notice_id: id, channel, user_id, seq, due_at: daily ? nextDaily(at) : at, daily };
    });
  });
  await insertDeliveries(db, deliveries);
}
