import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseState } from '@shp/shared/api/errors';
import { lastAudited } from './audit/append.ts';
import { codeOf, troubleOf } from './store/db/faults.ts';
import type { Database } from './store/db/types.ts';
import { recordProbe } from './store/repositories/settings.ts';

/** Minimum time between test writes, however often clients ask for health. */
const EVERY_MS = 10_000;
/** A request waits this long for the test write, then returns the last result. */
const PATIENCE_MS = 1_000;
/** SQLite can fit small writes into space reserved on a full disk, so the test write is larger than that. */
const PROBE_BYTES = 64 * 1024;

export type Condition = { readonly database: DatabaseState; readonly auditIsWhole: boolean };

/** Checks whether the database can be read and, now and then, written. */
export class Health {
  private written: DatabaseState = 'ok';
  private auditIsWhole = true;
  private began = Number.NEGATIVE_INFINITY;
  private probing: Promise<void> | null = null;

  /** `directory`: that of SQLite; null for PostgreSQL, which has its own disk. */
  constructor(
    private readonly db: Database,
    private readonly directory: string | null,
  ) {}

  async condition(): Promise<Condition> {
    try {
      await this.db.probe.selectFrom('settings').select('id').limit(1).execute();
    } catch (error) {
      return { database: stateOf(error), auditIsWhole: this.auditIsWhole };
    }
    const elapsed = performance.now() - this.began;
    if (this.probing === null && elapsed >= EVERY_MS) this.probe();
    else if (this.probing !== null && elapsed >= EVERY_MS) this.written = 'away';
    if (this.probing !== null) await Promise.race([this.probing, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return { database: this.written, auditIsWhole: this.auditIsWhole };
  }

  /** A failed write of a call shows the fault before the next test write does. */
  note(error: unknown): void {
    if (/^(?:SQLITE_|\d)/.test(codeOf(error)) && ['full', 'readOnly'].includes(troubleOf(error) ?? ''))
      this.written = stateOf(error);
  }

  private probe(): void {
    this.began = performance.now();
    this.probing = this.write()
      .catch((error: unknown) => {
        this.written = stateOf(error);
      })
      .finally(() => {
        this.probing = null;
      });
  }

  private async write(): Promise<void> {
    if (this.directory !== null) await writeAndRemove(join(this.directory, 'health.part'));
    await recordProbe(this.db.write, new Date(this.db.now()).toISOString());
    this.written = 'ok';
    this.auditIsWhole = (await lastAudited(this.db.probe)).isEnd;
  }
}

async function writeAndRemove(path: string): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

function stateOf(error: unknown): DatabaseState {
  const trouble = troubleOf(error);
  if (trouble === 'full') return 'full';
  return trouble === 'readOnly' ? 'read-only' : 'away';
}
