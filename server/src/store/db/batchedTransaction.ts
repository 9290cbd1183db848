import type { SqliteDatabase } from 'kysely';

/** SQLite's connection; `inTransaction` is SQLite's own state. */
export type Connection = SqliteDatabase & { readonly inTransaction: boolean };

type Waiting = { resolve(): void; reject(error: unknown): void };

/**
 * A SQLite transaction made of parts, one after another. Each part can roll back alone; all commit together. Nothing
 * here awaits, so a commit and the resolution of its waiting callers happen in one step.
 */
export class BatchedTransaction {
  private waiting: Waiting[] = [];
  /** Rollback failed. Discard this transaction; nothing may join it. */
  private isBroken = false;

  constructor(private readonly sqlite: Connection) {}

  /** The number of callers waiting for the commit. */
  get size(): number {
    return this.waiting.length;
  }

  /** Begins a part. */
  begin(): void {
    this.clear();
    if (!this.sqlite.inTransaction) this.run('begin immediate');
    this.run('savepoint part');
  }

  /** Keeps a part. */
  end(): void {
    this.run('release part');
  }

  /** Rolls back a part. */
  drop(): void {
    if (!this.sqlite.inTransaction) return;
    try {
      this.run('rollback to part');
      this.run('release part');
    } catch (error) {
      this.rollBack(error);
      throw error;
    }
  }

  /** Settles with the commit of all parts so far. */
  onDisk(): Promise<void> {
    return new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** Commits, and resolves the waiting callers. */
  commit(): void {
    if (this.isBroken || !this.sqlite.inTransaction) return;
    try {
      this.run('commit');
    } catch (error) {
      this.rollBack(error);
      return;
    }
    this.settle((one) => one.resolve());
  }

  /** Ends a discarded transaction. @throws if SQLite cannot roll it back */
  clear(): void {
    if (!this.isBroken) return;
    if (this.sqlite.inTransaction) this.run('rollback');
    this.isBroken = false;
  }

  /**
   * Whether an error made SQLite roll back the whole transaction, as a full disk may. If so, rejects the waiting
   * callers.
   */
  wasRolledBack(error: unknown): boolean {
    if (this.sqlite.inTransaction) return false;
    this.settle((one) => one.reject(error));
    return true;
  }

  private rollBack(error: unknown): void {
    this.settle((one) => one.reject(error));
    this.isBroken = true;
    try {
      this.clear();
    } catch {
      // The next `begin` tries again, and throws.
    }
  }

  private settle(how: (one: Waiting) => void): void {
    const { waiting } = this;
    this.waiting = [];
    waiting.forEach(how);
  }

  private run(statement: string): void {
    try {
      this.sqlite.prepare(statement).run([]);
    } catch (error) {
      this.wasRolledBack(error);
      throw error;
    }
  }
}
