import { FairQueue } from './fairQueue.ts';

/** Time slice: handle requests for 10 ms, then accept new connections for up to 10 ms. */
const SLICE_MS = 10;
/** Refusals sent for each call that is started. */
const REFUSALS_PER_CALL = 8;

type Go = { readonly since: number; readonly go: () => void };

/**
 * Divides the event loop's time between admitted calls and new connections. The loop accepts only one connection per
 * turn, and others wait unseen. So work pauses now and then for a few short turns that only accept. Requests on open
 * connections are all read in one turn.
 */
export class EventLoopScheduler {
  private readonly calls = new FairQueue<Go>();
  private readonly refusals = new FairQueue<Go>();
  private seen = 0;
  /** When work began in this turn of the event loop; null before. */
  private began: number | null = null;
  private serving = false;

  /** The number of calls waiting for their turn. */
  get length(): number {
    return this.calls.length;
  }

  /** Counts a new connection. */
  readonly see = (): void => {
    this.seen += 1;
  };

  /** The number of a caller's waiting calls, and how long the first has waited. */
  waiting(caller: string): { count: number; waited: number } {
    const own = this.calls.of(caller);
    const [first] = own;
    return { count: own.length, waited: first === undefined ? 0 : performance.now() - first.since };
  }

  /** Resolves when a call of this caller may run, at once if there is time now. */
  call(caller: string): Promise<void> {
    return this.turn(this.calls, caller);
  }

  /** Resolves when there is time to refuse a call. */
  refusal(caller: string): Promise<void> {
    return this.turn(this.refusals, caller);
  }

  private async turn(among: FairQueue<Go>, caller: string): Promise<void> {
    if (this.began === null) {
      this.began = performance.now();
      setImmediate(() => {
        this.began = null;
      });
    }
    if (!this.serving && performance.now() - this.began < SLICE_MS) return;
    const turn = new Promise<void>((go) => among.push(caller, { since: performance.now(), go }));
    if (!this.serving) this.look();
    await turn;
  }

  /** Lets the event loop turn until no new connection arrives, or until the time is up. */
  private look(until = performance.now() + SLICE_MS): void {
    this.serving = true;
    const { seen } = this;
    setImmediate(() => {
      if (this.seen !== seen && performance.now() < until) this.look(until);
      else this.serve(performance.now() + SLICE_MS, 0);
    });
  }

  private serve(until: number, turn: number): void {
    if (this.calls.length + this.refusals.length === 0) {
      this.serving = false;
      return;
    }
    if (performance.now() >= until) {
      this.look();
      return;
    }
    const [first, second] =
      turn % (1 + REFUSALS_PER_CALL) === 0 ? [this.calls, this.refusals] : [this.refusals, this.calls];
    (first.shift() ?? second.shift())?.go();
    // Start the next one once this one is done or waits for something.
    queueMicrotask(() => process.nextTick(() => this.serve(until, turn + 1)));
  }
}
