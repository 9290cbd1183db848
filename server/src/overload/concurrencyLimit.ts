import type { Refusal } from '../httpError.ts';

/** A request or its answer. */
type Closing = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown };

/** How much of one caller goes on at once; whoever has so much is told to come again. */
export class AtOnce {
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly refusal: () => Refusal,
  ) {}

  /** Counts one more of a caller's, until what is answered is called. @throws Refusal */
  begin(caller: string): () => void {
    const others = this.underWay.get(caller) ?? 0;
    if (others >= this.most) throw this.refusal();
    this.underWay.set(caller, others + 1);
    return () => {
      const left = (this.underWay.get(caller) ?? 1) - 1;
      if (left > 0) this.underWay.set(caller, left);
      else this.underWay.delete(caller);
    };
  }

  /**
   * Counts one more of a caller's until a stream closes. A stream that closed during an earlier `await` is not counted:
   * its `close` event has passed and nothing would ever take the count back.
   */
  untilClosed(caller: string, stream: Closing): void {
    if (!stream.closed) stream.once('close', this.begin(caller));
  }

  async during<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(caller);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
