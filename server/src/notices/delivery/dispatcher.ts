import { CHANNELS, type Channel, type NoticeParams } from '@shp/shared/domain/notices/kinds';
import { sql } from 'kysely';
import { type Seal, SealBroken } from '../../auth/factors/seal.ts';
import { openSetting, openWebhook } from '../../auth/factors/sealedSecrets.ts';
import { currentTime, dialectOf } from '../../store/db/dialect.ts';
import { withRetries } from '../../store/db/faults.ts';
import { newId } from '../../store/db/ids.ts';
import type { Database } from '../../store/db/types.ts';
import {
  claimedLane,
  claimLanes,
  delayLane,
  dropMessages,
  firstMessage,
  freeLanes,
  isAnyDue,
  type Lane,
  type Message,
  releaseLane,
  renewLeases,
  resetLaneFailures,
} from '../../store/notices/deliveries.ts';
import { insertNotices } from '../../store/notices/notices.ts';
import { readPreferences, type StoredPreferences } from '../../store/notices/preferences.ts';
import { readSettings } from '../../store/repositories/settings.ts';
import { findUser, type UserRow } from '../../store/repositories/users.ts';
import type { DeliveryLanesTable } from '../../store/schema/notices.ts';
import type { Db } from '../../store/schema/schema.ts';
import { enqueue } from '../enqueue.ts';
import { GIVE_UP_MS, retryAfter } from '../timing.ts';
import { mailOf, payloadOf } from './content.ts';
import { isMailReady, MailConnections } from './mail.ts';
import { sendWebhook } from './webhook.ts';

const LOOK_MS = 1000;
/** A timer may fire this much too early. */
const EARLY_MS = 10;
/** A lane whose server shows no activity for this long is taken over by another server. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** Lanes in parallel, per channel, so that a slow mail server does not delay webhooks. */
const LANES = 8;

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void };
export type DispatcherOptions = { db: Database; seal: Seal; publicUrl: string | null; log: Log; now?: () => number };

/**
 * Sends the outbox of notices, independent of calls. Each account and channel is a lane, which one server at a time
 * claims and sends in order. A message keeps its id until it is accepted, so receivers recognise repetitions.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #by = newId();
  /** Lanes being worked, with their accounts. */
  readonly #working: Record<Channel, Map<Promise<void>, string>> = { mail: new Map(), webhook: new Map() };
  readonly #mails = new MailConnections(LANES);
  #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | null = null;
  #closed = false;
  /** Secrets that did not open and are already logged. */
  readonly #sealed = new Set<string>();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Starts polling. Without other servers on the database, the lanes of a killed server are free at once. */
  async start(): Promise<void> {
    const { db } = this.#options;
    if (dialectOf(db.write) === 'sqlite') await freeLanes(db.write, null);
    this.#timers = [setInterval(() => this.look(), LOOK_MS), setInterval(() => this.#renew(), RENEW_MS)];
    for (const timer of this.#timers) timer.unref();
    void this.look();
  }

  /** Claims and sends what is due; parallel calls are merged. */
  look(): Promise<void> {
    this.#looking ??= this.#claim()
      .catch((err) => this.#tell(err, 'notices wait'))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  /** Sends until nothing is due. */
  async drain(): Promise<void> {
    do {
      await this.look();
      await Promise.all(CHANNELS.flatMap((channel) => [...this.#working[channel].keys()]));
    } while (await isAnyDue(this.#options.db.read, this.#now()));
  }

  /** Stops after the messages in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    await Promise.all(CHANNELS.flatMap((channel) => [...this.#working[channel].keys()]));
    this.#mails.close();
  }

  async #claim(): Promise<void> {
    const { db } = this.#options;
    if (this.#closed || !(await isAnyDue(db.read, this.#now()))) return;
    for (const channel of CHANNELS) {
      const free = LANES - this.#working[channel].size;
      if (free <= 0) continue;
      const lanes = await this.#write((tx, now) =>
        claimLanes(tx, channel, free, { by: this.#by, now, until: later(now, LEASE_MS) }),
      );
      for (const lane of lanes) this.#begin(lane);
    }
  }

  #begin(lane: Lane): void {
    const working = this.#working[lane.channel];
    const work: Promise<void> = this.#work(lane)
      .catch((err) => this.#tell(err, 'a notice waits'))
      .finally(() => {
        working.delete(work);
        if (!this.#closed) void this.look();
      });
    working.set(work, lane.user_id);
  }

  async #work(lane: Lane): Promise<void> {
    for (let sent: Message | null = null; ; ) {
      const next = await this.#next(lane, sent);
      if (next === null) return;
      const failure = await this.#send(lane.channel, next).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (failure) return await this.#failed(lane, next, failure.error);
      sent = next.message;
    }
  }

  /** Records a delivery and takes the lane's next message; null if none is due or another server has the lane now. */
  #next(lane: Lane, sent: Message | null): Promise<Next | null> {
    return this.#write(async (tx, now) => {
      if (!(await claimedLane(tx, lane, this.#by))) return null;
      if (sent !== null) {
        await dropMessages(tx, lane, sent.id);
        await resetLaneFailures(tx, lane);
      }
      const to = await this.#receiver(tx, lane);
      if (to === null) await dropMessages(tx, lane, null);
      const message = to === null || this.#closed ? null : await firstMessage(tx, lane, now);
      if (to === null || message === null) {
        await releaseLane(tx, lane);
        return null;
      }
      return { to, message, settings: await readSettings(tx) };
    });
  }

  /** The lane's account with its address; null if nothing is to be sent there any more. */
  async #receiver(db: Db, { user_id, channel }: Lane): Promise<Receiver | null> {
    const user = await findUser(db, { kind: 'all' }, user_id);
    const preferences = await readPreferences(db, user_id);
    const address = preferences[channel];
    return user && user.is_deleted === 0 && address !== null ? { user, preferences, address } : null;
  }

  async #send(channel: Channel, { to, message, settings }: Next): Promise<void> {
    const { user, preferences, address } = to;
    const { seal } = this.#options;
    const reader = { role: user.role, lang: preferences.lang, publicUrl: this.#options.publicUrl };
    if (channel === 'webhook') {
      const secret = openWebhook(seal, preferences.secret ?? '', user.id);
      const call = { id: `msg_${message.id}`, url: address, secret };
      const payload = payloadOf(message, reader);
      await sendWebhook({ ...call, payload, mayBeInside: settings.webhookOwnNetwork }, new Date(this.#clock()));
      return;
    }
    if (!isMailReady(settings.mail)) throw new Error('no mail server is set');
    const password = openSetting(seal, settings, 'mail.password');
    await this.#mails.send({ ...settings.mail, password }, { id: message.id, to: address, ...mailOf(message, reader) });
  }

  async #failed(lane: Lane, { message, to }: Next, error: unknown): Promise<void> {
    if (error instanceof SealBroken) return this.#waitForKey(lane, error.message);
    const reason = error instanceof Error ? error.message : String(error);
    const { user_id: user, channel } = lane;
    this.#options.log.warn({ user, channel, message: message.id, reason }, 'a notice was not delivered');
    await this.#write(async (tx, now) => {
      const own = await claimedLane(tx, lane, this.#by);
      if (!own) return;
      const failingSince = own.failing_since ?? now;
      const since = message.dueAt > failingSince ? message.dueAt : failingSince;
      if (Date.parse(now) - Date.parse(since) >= GIVE_UP_MS) {
        await dropMessages(tx, lane, message.id);
        await this.#tellUndelivered(tx, lane, to.address, failingSince, now);
      }
      await this.#delay(tx, own, failingSince, now);
    });
  }

  /** A lost key drops no message: the lane continues once the key is back or the secret is entered again. */
  async #waitForKey(lane: Lane, reason: string): Promise<void> {
    const secret = lane.channel === 'mail' ? 'mail.password' : `webhook of ${lane.user_id}`;
    if (!this.#sealed.has(secret))
      this.#options.log.error({ secret, reason }, 'notices wait: a sealed secret cannot be opened');
    this.#sealed.add(secret);
    await this.#write(async (tx, now) => {
      const own = await claimedLane(tx, lane, this.#by);
      if (own) await this.#delay(tx, own, null, now);
    });
  }

  /** Delays a lane's next try; the first delays are shorter than the polling interval. */
  async #delay(tx: Db, lane: DeliveryLanesTable, failingSince: string | null, now: string): Promise<void> {
    const tries = lane.tries + 1;
    const wait = retryAfter(tries);
    await delayLane(tx, lane, { tries, failingSince, nextAt: later(now, wait) });
    if (wait < LOOK_MS) setTimeout(() => void this.look(), wait + EARLY_MS).unref();
  }

  /** Notifies an account once of a lane that has been failing since a time. */
  async #tellUndelivered(db: Db, lane: Lane, address: string, since: string, now: string): Promise<void> {
    const notified = await db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', lane.user_id)
      .where('kind', '=', 'undelivered')
      .where('at', '>', since)
      .where(sql<boolean>`params LIKE ${`%"channel":"${lane.channel}"%`}`)
      .executeTakeFirst();
    if (notified) return;
    const target = lane.channel === 'webhook' ? new URL(address).host : address;
    const params = JSON.stringify({ channel: lane.channel, target } satisfies NoticeParams['undelivered']);
    const notice = { user_id: lane.user_id, at: now, kind: 'undelivered', assessment_id: null, params } as const;
    await enqueue(db, await insertNotices(db, [notice]));
  }

  /** Renews the leases of active lanes only; a lane that crashed is reclaimed when its lease expires. */
  #renew(): void {
    const { db } = this.#options;
    const until = later(this.#now(), LEASE_MS);
    for (const channel of CHANNELS) {
      const users = [...this.#working[channel].values()];
      if (users.length > 0)
        renewLeases(db.write, { channel, users, by: this.#by, until }).catch((err) => this.#tell(err, 'notices wait'));
    }
  }

  #write<T>(work: (tx: Db, now: string) => Promise<T>): Promise<T> {
    const { db, now } = this.#options;
    return withRetries(() =>
      db.write
        .transaction()
        .execute(async (tx) => work(tx, now ? new Date(now()).toISOString() : await currentTime(tx))),
    );
  }

  #clock(): number {
    return (this.#options.now ?? this.#options.db.now)();
  }

  #now(): string {
    return new Date(this.#clock()).toISOString();
  }

  #tell(err: unknown, message: string): void {
    if (!this.#closed) this.#options.log.error({ err }, message);
  }
}

type Receiver = { user: UserRow; preferences: StoredPreferences; address: string };
type Next = { to: Receiver; message: Message; settings: Awaited<ReturnType<typeof readSettings>> };

const later = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString();
