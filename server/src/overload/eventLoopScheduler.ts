import { FairQueue } from './fairQueue.ts';

/** As long as this is worked before it is looked who has come, and as long as this at most is looked. */
const ROUND_MS = 10;
/** So many refusals are told for each call that is worked at. */
const REFUSALS = 8;

type Go = { readonly since: number; readonly go: () => void };

/**
 * Divides the event loop's time between those who have come and those who come. The loop takes but one new connection
 * each time round, and whoever it has not taken yet waits unseen, however long: so work stops now and then for some
 * short rounds in which it is only looked who is there. Requests on connections that it has are seen in one round.
 */
export class Rounds {
  private readonly calls = new FairQueue<Go>();
  private readonly refusals = new FairQueue<Go>();
  private seen = 0;
  /** When work began in this round; null before it has. */
  private began: number | null = null;
  private serving = false;

  /** How many calls wait for their turn. */
  get length(): number {
    return this.calls.length;
  }

  /** Somebody has opened a connection. */
  readonly see = (): void => {
    this.seen += 1;
  };

  /** How many of somebody's calls wait, and for how long the first of them. */
  waiting(whose: string): { count: number; waited: number } {
    const own = this.calls.of(whose);
    const [first] = own;
    return { count: own.length, waited: first === undefined ? 0 : performance.now() - first.since };
  }

  /** Returns when there is time for somebody's call, at once where it is now. */
  call(whose: string): Promise<void> {
    return this.turn(this.calls, whose);
  }

  /** Returns when there is time to refuse one. */
  refusal(whose: string): Promise<void> {
    return this.turn(this.refusals, whose);
  }

  private async turn(among: FairQueue<Go>, whose: string): Promise<void> {
    if (this.began === null) {
      this.began = performance.now();
      setImmediate(() => {
        this.began = null;
      });
    }
    if (!this.serving && performance.now() - this.began < ROUND_MS) return;
    const turn = new Promise<void>((go) => among.push(whose, { since: performance.now(), go }));
    if (!this.serving) this.look();
    await turn;
  }

  /** Lets the event loop go round until nobody has come, or for as long as it may. */
  private look(until = performance.now() + ROUND_MS): void {
    this.serving = true;
    const { seen } = this;
    setImmediate(() => {
      if (this.seen !== seen && performance.now() < until) this.look(until);
      else this.serve(performance.now() + ROUND_MS, 0);
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
    const [first, second] = turn % (1 + REFUSALS) === 0 ? [this.calls, this.refusals] : [this.refusals, this.calls];
    (first.shift() ?? second.shift())?.go();
    // The next one when this one is done, or has to wait for something itself.
    queueMicrotask(() => process.nextTick(() => this.serve(until, turn + 1)));
  }
}
