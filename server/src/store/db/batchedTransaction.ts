import type { SqliteDatabase } from 'kysely';

/** SQLite's connection, by its own word in a transaction or not. */
export type Connection = SqliteDatabase & { readonly inTransaction: boolean };

type Waiting = { resolve(): void; reject(error: unknown): void };

/**
 * A transaction of SQLite in parts, one after another: each can be taken back alone, all are committed together. Nothing
 * here waits, so nobody can come in between: a commit and the answers to those that waited for it are one step.
 */
export class SharedTransaction {
  private waiting: Waiting[] = [];
  /** It could not be taken back: what it holds is in nobody's name, and no further part may join it. */
  private spoilt = false;

  constructor(private readonly sqlite: Connection) {}

  /** How many wait for the commit. */
  get size(): number {
    return this.waiting.length;
  }

  /** Begins a part. */
  begin(): void {
    this.clear();
    if (!this.sqlite.inTransaction) this.run('begin immediate');
    this.run('savepoint part');
  }

  /** Ends a part that is to be kept. */
  end(): void {
    this.run('release part');
  }

  /** Ends a part of which nothing is kept. */
  drop(): void {
    if (!this.sqlite.inTransaction) return;
    try {
      this.run('rollback to part');
      this.run('release part');
    } catch (error) {
      this.takeBack(error);
      throw error;
    }
  }

  /** Settles with the commit of all that has been done so far. */
  onDisk(): Promise<void> {
    return new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  /** Puts on disk what waits for it. */
  commit(): void {
    if (this.spoilt || !this.sqlite.inTransaction) return;
    try {
      this.run('commit');
    } catch (error) {
      this.takeBack(error);
      return;
    }
    this.settle((one) => one.resolve());
  }

  /** Leaves the connection free of any transaction. @throws where SQLite lets nothing be taken back */
  clear(): void {
    if (!this.spoilt) return;
    if (this.sqlite.inTransaction) this.run('rollback');
    this.spoilt = false;
  }

  /** Whether a fault has made SQLite take back the whole transaction, as a full disk may; who waited for it is told. */
  wasTakenBack(error: unknown): boolean {
    if (this.sqlite.inTransaction) return false;
    this.settle((one) => one.reject(error));
    return true;
  }

  private takeBack(error: unknown): void {
    this.settle((one) => one.reject(error));
    this.spoilt = true;
    try {
      this.clear();
    } catch {
      // Whoever begins next tries again, and is told.
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
      this.wasTakenBack(error);
      throw error;
    }
  }
}
