import { Refusal } from '../httpError.ts';
import { Rounds } from './eventLoopScheduler.ts';

/** So many calls are at work or wait for their turn, */
const MOST = 512;
/** and none of somebody of whom one has waited for so long. */
const LONGEST_MS = 2000;
/** Of one caller no more are at work at once, and no more in all: whoever floods the server waits behind himself. */
const AT_WORK = 8;
const OWN_MOST = 250;
const AGAIN_SECONDS = 1;

type Own = { working: number; readonly waiting: (() => void)[] };

/**
 * The calls under way. Who comes when there are too many is told to come again, which costs little: those that were
 * taken are answered in a bounded time and memory, however many come.
 */
export class Queue {
  private length = 0;
  private readonly callers = new Map<string, Own>();
  private readonly rounds = new Rounds();
  private readonly awaiting: (() => void)[] = [];

  /** Calls that wait for their turn. */
  get waiting(): number {
    let own = 0;
    for (const { waiting } of this.callers.values()) own += waiting.length;
    return own + this.rounds.length;
  }

  /** Somebody has opened a connection. */
  readonly see = this.rounds.see;

  /**
   * Judges who makes a call, whose body may still take its time: meanwhile it takes no place. `whose` is what tells
   * callers apart before that. @throws Refusal `overloaded`
   */
  async admit(whose: string, judge: () => Promise<void>): Promise<void> {
    const { count, waited } = this.rounds.waiting(whose);
    if (this.length >= MOST || count >= OWN_MOST || waited > LONGEST_MS) {
      await this.rounds.refusal(whose);
      throw overloaded();
    }
    this.length += 1;
    try {
      await this.rounds.call(whose);
      await judge();
    } finally {
      this.shorten();
    }
  }

  /** Does a call's work, whose body has come, in its caller's turn. @throws Refusal `overloaded` */
  async during<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const own = this.callers.get(caller) ?? { working: 0, waiting: [] };
    if (own.working + own.waiting.length >= OWN_MOST) throw overloaded();
    if (this.length >= MOST) throw overloaded();
    this.length += 1;
    this.callers.set(caller, own);
    if (own.working < AT_WORK) own.working += 1;
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // What is answered at once counts until the next turn of the event loop: whatever came meanwhile waited behind it.
      setImmediate(() => this.leave(caller, own));
    }
  }

  /** Resolves once no call is under way, of somebody who has gone neither. */
  async ended(): Promise<void> {
    if (this.length > 0) await new Promise<void>((resolve) => this.awaiting.push(resolve));
  }

  private shorten(): void {
    this.length -= 1;
    if (this.length === 0) for (const tell of this.awaiting.splice(0)) tell();
  }

  private leave(caller: string, own: Own): void {
    this.shorten();
    const next = own.waiting.shift();
    if (next) next();
    else own.working -= 1;
    if (own.working === 0) this.callers.delete(caller);
  }
}

/** Says that a call may come again at once. */
export function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfter: AGAIN_SECONDS });
}
