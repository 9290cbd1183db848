import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { BatchedTransaction, type Connection } from './batchedTransaction.ts';
import { CompilingSqliteDialect } from './sqliteCompiler.ts';

/** Transactions that wait for one commit at most. */
const MAX_WAITING = 16;
const ENDED = new Error('this transaction has ended');

/**
 * SQLite with group commit: transactions run one after another, and those within one turn of the event loop share a
 * commit. Each resolves only when that is on disk; a failing one rolls back only its own part.
 */
export class GroupCommitDialect extends CompilingSqliteDialect {
  constructor(private readonly sqlite: Connection) {
    super({ database: sqlite });
  }
  override createDriver(): Driver {
    return new GroupCommitDriver(super.createDriver(), new BatchedTransaction(this.sqlite));
  }
}

/** One caller's turn on the only connection. */
class Turn implements DatabaseConnection {
  joined = false;
  left = false;
  /** The error for further statements, once the transaction has ended or was rolled back. */
  error: unknown = null;

  constructor(
    private readonly shared: BatchedTransaction,
    private readonly connection: DatabaseConnection,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.check();
    try {
      return await this.connection.executeQuery<R>(query);
    } catch (error) {
      if (this.shared.wasRolledBack(error) && this.joined) this.error = error;
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    this.check();
    return this.connection.streamQuery<R>(query, chunkSize);
  }

  private check(): void {
    if (this.error !== null) throw this.error;
    if (this.joined) return;
    // A statement outside a transaction is durable when it resolves, so commit the waiting parts first.
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
    private readonly shared: BatchedTransaction,
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
    if (turn.error !== null) throw turn.error;
    this.shared.end();
    await this.onDisk(turn);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    const turn = connection as Turn;
    if (turn.left) return;
    turn.error ??= ENDED;
    this.shared.drop();
    // The refusal may rest on data that are not on disk yet: wait for their commit before reporting it.
    if (this.shared.size > 0) await this.onDisk(turn);
  }

  /** Waits for the running transaction: half of one must not be committed. */
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
    turn.error ??= ENDED;
    const full = this.shared.size >= MAX_WAITING;
    if (full) this.shared.commit();
    const next = this.queue.shift();
    if (!next) {
      this.busy = false;
      setImmediate(() => {
        if (!this.busy) this.shared.commit();
      });
    } else if (full) {
      // Between two commits, let the event loop turn, however many transactions wait.
      setImmediate(next);
    } else next();
  }
}
