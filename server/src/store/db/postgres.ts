import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from 'kysely';
import { Client, type ClientConfig, Pool, types } from 'pg';
import Cursor from 'pg-cursor';
import type { Db, Schema } from '../schema/schema.ts';
import { DatabaseAway, EmptyDatabase, UnfitDatabase } from './faults.ts';
import { PostgresClock } from './postgresClock.ts';
import { PostgresLocks } from './postgresLocks.ts';
import type { Database } from './types.ts';

const OLDEST = 150_000;
const READERS = 8;
/** One runs, and one waits for the write lock. */
const WRITERS = 2;
const CONNECT_MS = 10_000;
/**
 * Give up a read that waits this long for a connection: the server is overloaded, and each call reads more than once.
 */
const READ_TURN_MS = 3000;
/** Give up a transaction that waits this long for the write lock. */
const TURN_MS = 10_000;
/**
 * End a transaction that holds the write lock and does nothing for this long: both writers of a hung server together
 * stay below TURN_MS.
 */
const IDLE_MS = 4000;
/** A reply that takes longer means that PostgreSQL hangs. Longer than TURN_MS and than any call's statement. */
const SILENT_MS = 15_000;
const WRITE_LOCK = 'select pg_advisory_xact_lock(5484879)';

/** Limits how long a server that vanished keeps its locks. */
const SESSION = [
  'idle_in_transaction_session_timeout=30000',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

const INT8 = 20;
const NUMERIC = 1700;

/** Parse counts and sums as numbers: all of ours fit. */
const numbers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format as 'text');
  },
};

/**
 * Separate pools for reading and writing, so that the holder of the write lock never waits for a connection to read.
 */
export async function openPostgres(url: string): Promise<Database> {
  const patience = newPatience(null);
  const locks = new PostgresLocks(() => new PreparingClient({ ...settings(url), patience }));
  const read = connect(url, READERS, patience, READ_TURN_MS);
  const write = connect(url, WRITERS, patience);
  const probe = connect(url, 1, patience);
  const close = async () => {
    for (const connections of [read, write, probe]) await connections.destroy();
    await locks.close();
  };
  try {
    await checkFit(read);
    const clock = await PostgresClock.of(read);
    return {
      read,
      write,
      probe,
      locks,
      now: clock.now,
      startTimeouts() {
        patience.ms = SILENT_MS;
      },
      async close() {
        clock.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error instanceof UnfitDatabase ? error : new DatabaseAway(error);
  }
}

/** A read-only connection. */
export function openPostgresReader(url: string): Db {
  return connect(url, 1, newPatience(SILENT_MS));
}

/** A read-only connection for long statements. @throws DatabaseAway, UnfitDatabase, EmptyDatabase */
export async function openPostgresForInspection(url: string): Promise<Db> {
  const db = connect(url, 1, newPatience(null));
  try {
    await checkFit(db);
    const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(
      db,
    );
    if (!rows[0]?.there) throw new EmptyDatabase();
    return db;
  } catch (error) {
    await db.destroy();
    throw error instanceof UnfitDatabase || error instanceof EmptyDatabase ? error : new DatabaseAway(error);
  }
}

/**
 * `ms`: timeout of a reply, null for none. `lost`: a reply timed out, and none has come since. `trying`: one caller is
 * testing whether PostgreSQL replies again.
 */
type Patience = { ms: number | null; lost: boolean; trying: boolean };
const newPatience = (ms: number | null): Patience => ({ ms, lost: false, trying: false });

/** PostgreSQL hangs. */
class Silent extends Error {
  readonly code = 'ETIMEDOUT';
}

function settings(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'shp',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    options: SESSION,
    types: numbers,
  };
}

function connect(url: string, max: number, patience: Patience, connectionTimeoutMillis = CONNECT_MS): Db {
  const config = { ...settings(url), connectionTimeoutMillis, max, Client: PreparingClient, patience };
  const pool = new Pool(config);
  // The pool replaces a broken idle connection when it next needs one.
  pool.on('error', () => {});
  pool.on('connect', () => {
    patience.lost = false;
  });
  return new Kysely<Schema>({ dialect: new OneWriterDialect({ pool, cursor: Cursor }, patience) });
}

async function checkFit(db: Db): Promise<void> {
  const { rows } = await sql<{ number: number; version: string; encoding: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const [found] = rows;
  if (!found || found.number < OLDEST || found.encoding !== 'UTF8')
    throw new UnfitDatabase(found ?? { version: '', encoding: '' });
}

/** Prepares recurring statements once per connection: for short ones, planning is most of the work. */
class PreparingClient extends Client {
  private readonly patience: Patience;

  constructor(config?: ClientConfig & { patience?: Patience }) {
    super(config);
    this.patience = config?.patience ?? newPatience(null);
    // If a connection in use breaks, the running statement reports it. Without this listener the process would end.
    this.on('error', () => {});
  }

  override query(...given: unknown[]) {
    const [text, values] = given;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameFor(text) : null;
    const asked = name === null ? given : [{ name, text, values }, ...given.slice(2)];
    const answer: unknown = Reflect.apply(super.query, this, asked);
    if (answer instanceof Promise) this.waitFor(answer);
    return answer as never;
  }

  /** Closes a connection if its reply times out: the statement fails, and PostgreSQL rolls back the transaction. */
  private waitFor(answer: Promise<unknown>): void {
    const { patience } = this;
    if (patience.ms === null) return;
    const limit = setTimeout(() => {
      patience.lost = true;
      void this.end();
    }, patience.ms);
    const over = () => clearTimeout(limit);
    const came = () => {
      over();
      patience.lost = false;
    };
    answer.then(came, over);
  }
}

/** Lists of different lengths give many statements: prepare only the first 500. */
const MAX_PREPARED = 500;
const MAX_PREPARED_LENGTH = 4000;
const prepared = new Map<string, string>();

function nameFor(text: string): string | null {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  if (prepared.size >= MAX_PREPARED || text.length > MAX_PREPARED_LENGTH) return null;
  const name = `shp${prepared.size}`;
  prepared.set(text, name);
  return name;
}

class OneWriterDialect extends PostgresDialect {
  private readonly config: PostgresDialectConfig;
  private readonly patience: Patience;
  constructor(config: PostgresDialectConfig, patience: Patience) {
    super(config);
    this.config = config;
    this.patience = patience;
  }
  override createDriver() {
    return new OneWriterDriver(this.config, this.patience);
  }
}

/**
 * Writing transactions run one after another across all servers, as in SQLite: what one has checked stays true until it
 * commits, and the audit stays one chain.
 */
class OneWriterDriver extends PostgresDriver {
  private readonly patience: Patience;
  constructor(config: PostgresDialectConfig, patience: Patience) {
    super(config);
    this.patience = patience;
  }

  /** While PostgreSQL hangs, one caller waits for it and the others fail at once. @throws Silent */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const { patience } = this;
    if (!patience.lost) return super.acquireConnection();
    if (patience.trying) throw new Silent('PostgreSQL does not answer');
    patience.trying = true;
    try {
      return await super.acquireConnection();
    } finally {
      patience.trying = false;
    }
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') return super.beginTransaction(connection, settings);
    try {
      await connection.executeQuery(
        CompiledQuery.raw(
          `begin; set local lock_timeout = ${TURN_MS}; set local idle_in_transaction_session_timeout = ${IDLE_MS};
            ${WRITE_LOCK}; set local lock_timeout = 0`,
        ),
      );
    } catch (error) {
      await this.rollbackTransaction(connection).catch(() => {});
      throw error;
    }
  }
}
