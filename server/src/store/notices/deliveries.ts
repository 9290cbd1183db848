import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Channel, NoticeKind } from '@shp/shared/domain/notices/kinds';
import { sql } from 'kysely';
import { newId } from '../db/ids.ts';
import type { DeliveriesTable, DeliveryLanesTable } from '../schema/notices.ts';
import type { Db } from '../schema/schema.ts';

/** The account and channel whose deliveries are sent in order, by one server at a time. */
export type Lane = Pick<DeliveryLanesTable, 'user_id' | 'channel'>;
export type Delivery = Omit<DeliveriesTable, 'message'> & { daily: boolean };

export type Message = {
  /** Stays the same however often the message is sent. */
  id: string;
  dueAt: string;
  notices: {
    id: string;
    at: string;
    kind: NoticeKind;
    params: string;
    assessment: { id: string; status: Status } | null;
  }[];
};

/** Enqueues deliveries, in the transaction that wrote the notices. */
export async function insertDeliveries(db: Db, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await db
    .insertInto('deliveries')
    .values(deliveries.map(({ daily, ...row }) => ({ ...row, message: daily ? null : newId() })))
    .execute();
  for (const { user_id, channel, due_at } of deliveries) {
    await db
      .insertInto('delivery_lanes')
      .values({ user_id, channel, next_at: due_at, tries: 0, failing_since: null, lease_until: null, lease_by: null })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'channel']).doUpdateSet({
          // A lane that failed waits for its next try.
          next_at: sql<string>`CASE WHEN delivery_lanes.next_at IS NULL
            OR (delivery_lanes.tries = 0 AND delivery_lanes.next_at > excluded.next_at)
            THEN excluded.next_at ELSE delivery_lanes.next_at END`,
        }),
      )
      .execute();
  }
}

/** Whether a lane is due and not claimed. */
export async function isAnyDue(db: Db, now: string): Promise<boolean> {
  const row = await dueLanes(db, now).limit(1).executeTakeFirst();
  return row !== undefined;
}

function dueLanes(db: Db, now: string) {
  return db
    .selectFrom('delivery_lanes')
    .select(['user_id', 'channel'])
    .where('next_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]));
}

type Lease = { by: string; now: string; until: string };

/** Claims due lanes, the longest due first. Needs a transaction. */
export async function claimLanes(db: Db, channel: Channel, most: number, lease: Lease): Promise<Lane[]> {
  const lanes = await dueLanes(db, lease.now).where('channel', '=', channel).orderBy('next_at').limit(most).execute();
  for (const lane of lanes) {
    await laneOf(db, lane).set({ lease_by: lease.by, lease_until: lease.until }).execute();
  }
  return lanes;
}

/** Renews a server's leases of these accounts. */
export async function renewLeases(
  db: Db,
  { channel, users, by, until }: { channel: Channel; users: readonly string[]; by: string; until: string },
): Promise<void> {
  await db
    .updateTable('delivery_lanes')
    .set({ lease_until: until })
    .where('lease_by', '=', by)
    .where('channel', '=', channel)
    .where('user_id', 'in', users)
    .execute();
}

/** Frees lanes: those of one server, or all where no other server shares the database. */
export async function freeLanes(db: Db, by: string | null): Promise<void> {
  await db
    .updateTable('delivery_lanes')
    .set({ lease_until: null, lease_by: null })
    .where('lease_by', 'is not', null)
    .$if(by !== null, (query) => query.where('lease_by', '=', by))
    .execute();
}

/** A claimed lane; undefined if another server has taken it over. */
export async function claimedLane(db: Db, lane: Lane, by: string): Promise<DeliveryLanesTable | undefined> {
  return db
    .selectFrom('delivery_lanes')
    .selectAll()
    .where('user_id', '=', lane.user_id)
    .where('channel', '=', lane.channel)
    .where('lease_by', '=', by)
    .executeTakeFirst();
}

/** The lane's first due message; the daily notices due together become one. Needs a transaction. */
export async function firstMessage(db: Db, lane: Lane, now: string): Promise<Message | null> {
  const head = await waiting(db, lane).where('due_at', '<=', now).limit(1).executeTakeFirst();
  if (!head) return null;
  const id = head.message ?? newId();
  if (head.message === null) {
    await db
      .updateTable('deliveries')
      .set({ message: id })
      .where('user_id', '=', lane.user_id)
      .where('channel', '=', lane.channel)
      .where('message', 'is', null)
      .where('due_at', '<=', now)
      .execute();
  }
  const notices = await db
    .selectFrom('deliveries')
    .innerJoin('notices', 'notices.id', 'deliveries.notice_id')
    .leftJoin('assessments', 'assessments.id', 'notices.assessment_id')
    .select([
      'notices.id',
      'notices.at',
      'notices.kind',
      'notices.params',
      'notices.assessment_id',
      'assessments.status',
    ])
    .where('deliveries.user_id', '=', lane.user_id)
    .where('deliveries.channel', '=', lane.channel)
    .where('deliveries.message', '=', id)
    .orderBy('deliveries.seq')
    .execute();
  return {
    id,
    dueAt: head.due_at,
    notices: notices.map(({ assessment_id, status, ...notice }) => ({
      ...notice,
      assessment: assessment_id === null || status === null ? null : { id: assessment_id, status },
    })),
  };
}

function waiting(db: Db, lane: Lane) {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where('user_id', '=', lane.user_id)
    .where('channel', '=', lane.channel)
    .orderBy('due_at')
    .orderBy('seq');
}

/** Deletes a message, or all of a lane: sent, or no longer wanted. */
export async function dropMessages(db: Db, lane: Lane, message: string | null): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('user_id', '=', lane.user_id)
    .where('channel', '=', lane.channel)
    .$if(message !== null, (query) => query.where('message', '=', message))
    .execute();
}

/** Releases a working lane until its next delivery is due. */
export async function releaseLane(db: Db, lane: Lane): Promise<void> {
  const next = await waiting(db, lane).limit(1).executeTakeFirst();
  await laneOf(db, lane)
    .set({ next_at: next?.due_at ?? null, tries: 0, failing_since: null, lease_until: null, lease_by: null })
    .execute();
}

/** Clears a lane's failures after an accepted message. */
export async function resetLaneFailures(db: Db, lane: Lane): Promise<void> {
  await laneOf(db, lane).set({ tries: 0, failing_since: null }).execute();
}

/** Releases a failing lane until its next try. */
export async function delayLane(
  db: Db,
  lane: Lane,
  failure: { tries: number; failingSince: string | null; nextAt: string },
): Promise<void> {
  await laneOf(db, lane)
    .set({
      next_at: failure.nextAt,
      tries: failure.tries,
      failing_since: failure.failingSince,
      lease_until: null,
      lease_by: null,
    })
    .execute();
}

function laneOf(db: Db, { user_id, channel }: Lane) {
  return db.updateTable('delivery_lanes').where('user_id', '=', user_id).where('channel', '=', channel);
}
