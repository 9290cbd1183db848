import type { Refusal } from './refusal.ts';

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

  async during<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(caller);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
