import { transact } from '../context.ts';
import { isKeepable } from '../inputLimits.ts';
import type { Database } from '../store/db/types.ts';
import type { Caller } from '../types.ts';

/** Refusals that may be somebody trying what is not theirs: a role that may not call, an object out of reach. */
const AUDITED: ReadonlySet<string> = new Set(['forbidden', 'not_found']);
/** One row a caller, call and code in this time; the refusals between are counted in the next row. */
const INTERVAL_MS = 60_000;
/** Beyond this many the oldest are forgotten. */
const MAX_REMEMBERED = 10_000;
/** Where a call names its object, in this order. */
const ID_KEYS = ['id', 'userId', 'fileId', 'asmId', 'asm_id', 'assessmentId'];
const MAX_ID = 64;

type Refused = {
  readonly code: string;
  readonly caller: Caller;
  readonly address: string;
  /** The route: `/api/user/delete`. */
  readonly url: string;
  /** Query, body and parameters as they came, unchecked. */
  readonly inputs: readonly unknown[];
};

/** Adds refusals to the audit, at a bounded rate: a refusal that is only counted costs no write. */
export class RefusalAudit {
  private readonly seen = new Map<string, { since: number; count: number }>();

  constructor(private readonly db: Database) {}

  /** Returns once the refusal is in the audit, at once where it is only counted. */
  async record({ code, caller, address, url, inputs }: Refused): Promise<void> {
    if (!AUDITED.has(code)) return;
    const action = actionOf(url);
    const key = `${caller.id} ${action} ${code}`;
    const now = performance.now();
    const before = this.seen.get(key);
    if (before && now - before.since < INTERVAL_MS) {
      before.count += 1;
      return;
    }
    this.seen.delete(key);
    this.seen.set(key, { since: now, count: 0 });
    const [oldest] = this.seen.keys();
    if (this.seen.size > MAX_REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
    const times = (before?.count ?? 0) + 1;
    await transact(this.db, { by: caller, address, action }, ({ audit }) =>
      audit({
        object: { kind: 'refusal', id: idIn(inputs), name: '' },
        changes: { refused: [null, code], ...(times > 1 ? { times: [null, times] } : {}) },
      }),
    );
  }
}

/** The path of the call, as in the rows of calls that succeed. */
function actionOf(url: string): string {
  return url.replace(/^\/api\//, '').replace(/^upload\/.*/, 'upload');
}

/** The id that the call names; nothing else of its input, which may hold anything. */
function idIn(inputs: readonly unknown[]): string {
  for (const input of inputs) {
    if (typeof input !== 'object' || input === null) continue;
    for (const key of ID_KEYS) {
      const value = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
      if (typeof value === 'string' && value.length <= MAX_ID && isKeepable(value)) return value;
    }
  }
  return '';
}
