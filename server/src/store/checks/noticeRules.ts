import { NOTICE_KINDS } from '@shp/shared/domain/notices/kinds';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Rules for notices and what is still to be sent of them: each query returns the ids that break one. */
export const NOTICE_QUERIES: Record<string, (db: Db) => Promise<string[]>> = {
  noticeReceivers: (db) =>
    idsOf(
      db
        .selectFrom('notices')
        .leftJoin('users', 'users.id', 'notices.user_id')
        .select('notices.id')
        .where('users.id', 'is', null),
    ),
  noticeKinds: (db) =>
    idsOf(
      db
        .selectFrom('notices')
        .select('id')
        .where('kind', 'not in', [...NOTICE_KINDS]),
    ),
  /** An account has one notice per event. */
  noticesOnce: (db) =>
    idsOf(
      db
        .selectFrom('notices')
        .select(sql<string>`max(id)`.as('id'))
        .groupBy(['user_id', 'at', 'kind', 'assessment_id', 'params'])
        .having(sql<boolean>`count(*) > 1`),
    ),
  noticesReadLater: (db) =>
    idsOf(db.selectFrom('notices').select('id').whereRef('read_at', '<', 'at').where('read_at', 'is not', null)),
  /** The ids are notices. */
  deliveriesOfNotices: (db) =>
    idsOf(
      db
        .selectFrom('deliveries')
        .leftJoin('notices', 'notices.id', 'deliveries.notice_id')
        .select('deliveries.notice_id as id')
        .where((eb) =>
          eb.or([
            eb('notices.id', 'is', null),
            eb('notices.user_id', '!=', eb.ref('deliveries.user_id')),
            eb('notices.seq', '!=', eb.ref('deliveries.seq')),
          ]),
        ),
    ),
  /** Secrets of webhooks are sealed. The ids are accounts. */
  webhookSecretsSealed: (db) =>
    idsOf(
      db
        .selectFrom('notice_preferences')
        .select('user_id as id')
        .where('webhook_secret', 'is not', null)
        .where('webhook_secret', 'not like', 'v1.%'),
    ),
  /** A delivery whose lane does not wait is never sent. The ids are accounts. */
  deliveriesWaited: (db) =>
    idsOf(
      db
        .selectFrom('deliveries')
        .leftJoin('delivery_lanes', (join) =>
          join
            .onRef('delivery_lanes.user_id', '=', 'deliveries.user_id')
            .onRef('delivery_lanes.channel', '=', 'deliveries.channel'),
        )
        .select('deliveries.user_id as id')
        .distinct()
        .where('delivery_lanes.next_at', 'is', null),
    ),
};

async function idsOf(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id);
}
