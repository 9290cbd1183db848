import { HttpError } from '../httpError.ts';
import { EventLoopScheduler } from './eventLoopScheduler.ts';

/** Calls that run or wait, for all callers. */
const MAX_CALLS = 512;
/** Refuse a caller's new calls if one of its calls has waited for this long. */
const MAX_WAIT_MS = 2000;
/** Per caller: running calls, and running plus queued calls. */
const MAX_RUNNING_PER_CALLER = 8;
const MAX_CALLS_PER_CALLER = 250;
const RETRY_SECONDS = 1;

type CallerCalls = { running: number; readonly waiting: (() => void)[] };

/**
 * Admission control. Above the limits it refuses new calls, which costs little, so that admitted calls finish in
 * bounded time and memory under any load.
 */
export class Admission {
  private length = 0;
  private readonly callers = new Map<string, CallerCalls>();
  private readonly scheduler = new EventLoopScheduler();
  private readonly onIdle: (() => void)[] = [];

  /** Calls that wait for their turn. */
  get waiting(): number {
    let own = 0;
    for (const { waiting } of this.callers.values()) own += waiting.length;
    return own + this.scheduler.length;
  }

  /** Counts a new connection. */
  readonly see = this.scheduler.see;

  /**
   * Authenticates a call before its body is read; the call counts towards the limit only during that time. The first
   * parameter is the caller's key before authentication. @throws HttpError `overloaded`
   */
  async admit(caller: string, judge: () => Promise<void>): Promise<void> {
    const { count, waited } = this.scheduler.waiting(caller);
    if (this.length >= MAX_CALLS || count >= MAX_CALLS_PER_CALLER || waited > MAX_WAIT_MS) {
      await this.scheduler.refusal(caller);
      throw overloaded();
    }
    this.length += 1;
    try {
      await this.scheduler.call(caller);
      await judge();
    } finally {
      this.release();
    }
  }

  /** Runs a call with a complete body, within the caller's limits. @throws HttpError `overloaded` */
  async during<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.callers.get(caller) ?? { running: 0, waiting: [] };
    if (own.running + own.waiting.length >= MAX_CALLS_PER_CALLER) throw overloaded();
    if (this.length >= MAX_CALLS) throw overloaded();
    this.length += 1;
    this.callers.set(caller, own);
    if (own.running < MAX_RUNNING_PER_CALLER) own.running += 1;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // A call answered at once counts until the next turn of the event loop, because calls that arrived meanwhile
      // waited for it.
      setImmediate(() => this.leave(caller, own));
    }
  }

  /** Resolves once no call is running, including calls of clients that have gone. */
  async ended(): Promise<void> {
    if (this.length > 0) await new Promise<void>((resolve) => this.onIdle.push(resolve));
  }

  private release(): void {
    this.length -= 1;
    if (this.length === 0) for (const tell of this.onIdle.splice(0)) tell();
  }

  private leave(caller: string, own: CallerCalls): void {
    this.release();
    const next = own.waiting.shift();
    if (next) next();
    else own.running -= 1;
    if (own.running === 0) this.callers.delete(caller);
  }
}

/** A 503 that allows a retry after a second. */
export function overloaded(): HttpError {
  return new HttpError('overloaded', { retryAfter: RETRY_SECONDS });
}
