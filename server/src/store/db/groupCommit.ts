import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely';
import { type Connection, SharedTransaction } from './batchedTransaction.ts';
import { SqliteCompiler } from './sqliteCompiler.ts';

/** So many at most wait for one commit. */
const MOST = 16;
const ENDED = new Error('this transaction has ended');

/**
 * SQLite whose transactions take turns and share commits: those that come within one round of the event loop are parts
 * of one transaction. Each is answered only when that is on disk; one that fails takes back its own part alone.
 */
export class GroupCommitDialect extends SqliteDialect {
  constructor(private readonly sqlite: Connection) {
    super({ database: sqlite });
  }
  override createQueryCompiler(): SqliteCompiler {
    return new SqliteCompiler();
  }
  override createDriver(): Driver {
    return new GroupCommitDriver(super.createDriver(), new SharedTransaction(this.sqlite));
  }
}

/** One caller's turn at the only connection. */
class Turn implements DatabaseConnection {
  joined = false;
  left = false;
  /** Its transaction has ended, or been taken back: why it takes no more statements. */
  over: unknown = null;

  constructor(
    private readonly shared: SharedTransaction,
    private readonly connection: DatabaseConnection,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.check();
    try {
      return await this.connection.executeQuery<R>(query);
    } catch (error) {
      if (this.shared.wasTakenBack(error) && this.joined) this.over = error;
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    this.check();
    return this.connection.streamQuery<R>(query, chunkSize);
  }

  private check(): void {
    if (this.over !== null) throw this.over;
    if (this.joined) return;
    // A statement outside of transactions is on disk when it is answered, hence before it what waits.
    this.shared.commit();
    this.shared.clear();
  }
}

class GroupCommitDriver implements Driver {
  private connection: DatabaseConnection | undefined;
  private readonly queue: (() => void)[] = [];
  private busy = false;

  constructor(
    private readonly inner: Driver,
    private readonly shared: SharedTransaction,
  ) {}

  async init(): Promise<void> {
    await this.inner.init();
    this.connection = await this.inner.acquireConnection();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.connection === undefined) throw new Error('not open');
    if (this.busy) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.busy = true;
    return new Turn(this.shared, this.connection);
  }

  async releaseConnection(turn: DatabaseConnection): Promise<void> {
    this.leave(turn as Turn);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    this.shared.begin();
    turn.joined = true;
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    if (turn.over !== null) throw turn.over;
    this.shared.end();
    await this.onDisk(turn);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    if (turn.left) return;
    turn.over ??= ENDED;
    this.shared.drop();
    // What it has seen and refused by may be on its way to the disk: a refusal stands on nothing that is not there.
    if (this.shared.size > 0) await this.onDisk(turn);
  }

  /** Waits for whoever is at work: half of a transaction must not be kept. */
  async destroy(): Promise<void> {
    await this.acquireConnection();
    this.shared.commit();
    await this.inner.destroy();
  }

  private onDisk(turn: Turn): Promise<void> {
    const settled = this.shared.onDisk();
    this.leave(turn);
    return settled;
  }

  private leave(turn: Turn): void {
    if (turn.left) return;
    turn.left = true;
    turn.over ??= ENDED;
    const full = this.shared.size >= MOST;
    if (full) this.shared.commit();
    const next = this.queue.shift();
    if (!next) {
      this.busy = false;
      setImmediate(() => {
        if (!this.busy) this.shared.commit();
      });
    } else if (full) {
      // However many wait, the event loop comes round between two commits.
      setImmediate(next);
    } else next();
  }
}
