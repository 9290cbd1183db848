/** Things that wait, each for somebody: whoever has many waits behind himself, and others before his second one. */
export class FairQueue<T> {
  private readonly by = new Map<string, T[]>();
  length = 0;

  push(whose: string, one: T): void {
    const own = this.by.get(whose);
    if (own) own.push(one);
    else this.by.set(whose, [one]);
    this.length += 1;
  }

  /** Takes the next one out: everybody in turn. */
  shift(): T | undefined {
    for (const [whose, own] of this.by) {
      const one = own.shift();
      // To the end of the row, where more of his wait.
      this.by.delete(whose);
      if (own.length > 0) this.by.set(whose, own);
      this.length -= 1;
      return one;
    }
    return undefined;
  }

  /** What waits for somebody, in its order. */
  of(whose: string): readonly T[] {
    return this.by.get(whose) ?? [];
  }
}
