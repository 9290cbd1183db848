import type { HttpError } from '../httpError.ts';

/** A request or its response. */
type Closing = { readonly closed: boolean; once(event: 'close', listener: () => void): unknown };

/** Limits what one caller runs in parallel; refuses the rest. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly refusal: () => HttpError,
  ) {}

  /** Counts one more for a caller until the returned function runs. @throws HttpError */
  begin(caller: string): () => void {
    const others = this.running.get(caller) ?? 0;
    if (others >= this.most) throw this.refusal();
    this.running.set(caller, others + 1);
    return () => {
      const left = (this.running.get(caller) ?? 1) - 1;
      if (left > 0) this.running.set(caller, left);
      else this.running.delete(caller);
    };
  }

  /**
   * Counts one more for a caller until a stream closes. Ignores a stream that closed during an earlier `await`: its
   * `close` event has passed, so the count would never go down.
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
