import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect } from 'kysely';

/** So many at most wait for one commit. */
const MOST = 16;

type Waiting = { resolve(): void; reject(error: unknown): void };
type Sqlite = { readonly inTransaction: boolean };

/**
 * SQLite whose transactions take turns and share commits: those that come within one round of the event loop are
 * savepoints of one transaction. Each is answered only when that is on disk; one that fails takes back its own part alone.
 */
export class GroupCommitDialect extends SqliteDialect {
  constructor(
    config: ConstructorParameters<typeof SqliteDialect>[0],
    private readonly sqlite: Sqlite,
  ) {
    super(config);
  }
  override createDriver(): Driver {
    return new GroupCommitDriver(super.createDriver(), this.sqlite);
  }
}

/** One caller's turn at the only connection. */
class Turn implements DatabaseConnection {
  over = false;
  joined = false;
  constructor(
    private readonly driver: GroupCommitDriver,
    private readonly connection: DatabaseConnection,
  ) {}
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // A statement outside of transactions is on disk when it is answered, hence before it what waits.
    if (!this.joined) await this.driver.commitAll();
    try {
      return await this.connection.executeQuery<R>(query);
    } catch (error) {
      this.driver.tellIfTakenBack(error);
      throw error;
    }
  }
  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.connection.streamQuery<R>(query, chunkSize);
  }
}

class GroupCommitDriver implements Driver {
  private connection: DatabaseConnection | undefined;
  private readonly queue: (() => void)[] = [];
  private waiting: Waiting[] = [];
  private busy = false;

  constructor(
    private readonly inner: Driver,
    private readonly sqlite: Sqlite,
  ) {}

  async init(): Promise<void> {
    await this.inner.init();
    this.connection = await this.inner.acquireConnection();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.connection === undefined) throw new Error('not open');
    if (this.busy) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.busy = true;
    return new Turn(this, this.connection);
  }

  async releaseConnection(turn: DatabaseConnection): Promise<void> {
    this.leave(turn as Turn);
  }

  async beginTransaction(turn: DatabaseConnection): Promise<void> {
    if (!this.sqlite.inTransaction) await this.run('begin');
    await this.run('savepoint turn');
    (turn as Turn).joined = true;
  }

  async commitTransaction(turn: DatabaseConnection): Promise<void> {
    await this.run('release turn');
    const committed = new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    if (this.waiting.length >= MOST) await this.commitAll();
    this.leave(turn as Turn);
    await committed;
  }

  async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    if ((turn as Turn).over) return;
    if (!this.sqlite.inTransaction) return;
    await this.run('rollback to turn');
    await this.run('release turn');
  }

  /** Puts on disk what waits for it. */
  async commitAll(): Promise<void> {
    if (!this.sqlite.inTransaction) return;
    try {
      await this.run('commit');
    } catch (error) {
      if (this.sqlite.inTransaction) await this.run('rollback');
      this.settle((one) => one.reject(error));
      return;
    }
    this.settle((one) => one.resolve());
  }

  async destroy(): Promise<void> {
    await this.commitAll();
    await this.inner.destroy();
  }

  private settle(how: (one: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = [];
    waiting.forEach(how);
  }

  private async run(statement: string): Promise<void> {
    try {
      await this.connection?.executeQuery(CompiledQuery.raw(statement));
    } catch (error) {
      this.tellIfTakenBack(error);
      throw error;
    }
  }

  /** A full disk makes SQLite take back the whole transaction, with those that only waited for its commit. */
  tellIfTakenBack(error: unknown): void {
    if (!this.sqlite.inTransaction) this.settle((one) => one.reject(error));
  }

  private leave(turn: Turn): void {
    if (turn.over) return;
    turn.over = true;
    const next = this.queue.shift();
    if (next) {
      next();
      return;
    }
    this.busy = false;
    setImmediate(() => {
      if (!this.busy) void this.commitAll();
    });
  }
}
