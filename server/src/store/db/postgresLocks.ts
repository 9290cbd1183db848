import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResult, QueryResultRow } from 'pg';
import { type Free, LockHeld, type Locks } from './locks.ts';

/** Separates our advisory locks from others in the same database. */
const LOCK_CLASS = 5_484_880;
const WANTED = 'shp_wanted';
const RETRY_MS = 100;

type Held = { readonly client: Client; readonly wanted: () => void };

/** Advisory locks on a separate connection: PostgreSQL releases them when the process ends. */
export class PostgresLocks implements Locks {
  private connecting: Promise<Client> | null = null;
  private open: Client | null = null;
  private readonly held = new Map<string, Held>();
  /** The completion of the last statement. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly newClient: () => Client) {}

  async take(name: string, wanted: () => void, patienceMs = Number.POSITIVE_INFINITY): Promise<Free> {
    const began = performance.now();
    for (;;) {
      const free = await this.tryTake(name, wanted);
      if (free) return free;
      if (performance.now() - began > patienceMs) throw new LockHeld(name);
      await this.ask(await this.client(), 'select pg_notify($1, $2)', [WANTED, name]);
      await sleep(RETRY_MS);
    }
  }

  async tryTake(name: string, wanted: () => void = () => {}): Promise<Free | null> {
    const client = await this.client();
    const lock = 'select pg_try_advisory_lock($1, hashtext($2)) as got';
    const { rows } = await this.ask<{ got: boolean }>(client, lock, [LOCK_CLASS, name]);
    if (!rows[0]?.got) return null;
    const mine = { client, wanted };
    this.held.set(name, mine);
    return async () => {
      if (this.held.get(name) === mine) this.held.delete(name);
      // If the connection is gone, so is the lock.
      await this.ask(client, 'select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, name]).catch(() => {});
    };
  }

  async close(): Promise<void> {
    const client = await this.connecting?.catch(() => null);
    await client?.end();
  }

  /** Runs one statement at a time: the driver warns about parallel ones. */
  private ask<R extends QueryResultRow>(client: Client, text: string, values: unknown[]): Promise<QueryResult<R>> {
    const answer = this.last.then(() => client.query<R>(text, values));
    this.last = answer.catch(() => {});
    return answer;
  }

  private client(): Promise<Client> {
    this.connecting ??= this.connect().catch((error: unknown) => {
      this.connecting = null;
      throw error;
    });
    return this.connecting;
  }

  private async connect(): Promise<Client> {
    const client = this.newClient();
    client.on('notification', ({ payload = '' }) => this.held.get(payload)?.wanted());
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    await client.connect();
    await client.query(`listen ${WANTED}`);
    this.open = client;
    return client;
  }

  /** The connection broke and its locks with it: work under a lock must stop. */
  private lose(client: Client): void {
    if (this.open !== client) return;
    this.open = null;
    this.connecting = null;
    for (const [name, held] of this.held) {
      if (held.client !== client) continue;
      this.held.delete(name);
      held.wanted();
    }
  }
}
