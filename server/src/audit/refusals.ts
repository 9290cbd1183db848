import { transact } from '../context.ts';
import { isStorable } from '../inputLimits.ts';
import type { Database } from '../store/db/types.ts';
import type { Caller } from '../types.ts';

/** Codes that may indicate an intrusion: a call that the role may not make, an object out of scope. */
const AUDITED: ReadonlySet<string> = new Set(['forbidden', 'not_found']);
/** Write at most one row per caller, call and code in this time; the next row counts the refusals between. */
const INTERVAL_MS = 60_000;
/** Above this number, forget the oldest. */
const MAX_REMEMBERED = 10_000;
/** Input keys that name a call's object, in order of preference. */
const ID_KEYS = ['id', 'userId', 'fileId', 'asmId', 'asm_id', 'assessmentId'];
const MAX_ID = 64;

type Refused = {
  readonly code: string;
  readonly caller: Caller;
  readonly address: string;
  /** The route, for example `/api/user/delete`. */
  readonly url: string;
  /** Query, body and parameters as received, unchecked. */
  readonly inputs: readonly unknown[];
};

/** Adds refusals to the audit at a bounded rate: a refusal that only increments a count costs no write. */
export class RefusalAudit {
  private readonly seen = new Map<string, { since: number; count: number }>();

  constructor(private readonly db: Database) {}

  /** Resolves once the refusal is in the audit, or at once if it is only counted. */
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

/** The path of the call, as in the audit rows of successful calls. */
function actionOf(url: string): string {
  return url.replace(/^\/api\//, '').replace(/^upload\/.*/, 'upload');
}

/** The id that the call names. The rest of the input may contain anything, so it is left out. */
function idIn(inputs: readonly unknown[]): string {
  for (const input of inputs) {
    if (typeof input !== 'object' || input === null) continue;
    for (const key of ID_KEYS) {
      const value = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
      if (typeof value === 'string' && value.length <= MAX_ID && isStorable(value)) return value;
    }
  }
  return '';
}
