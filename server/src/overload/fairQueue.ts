/** A round-robin queue: a caller with many entries does not delay the first entry of another. */
export class FairQueue<T> {
  private readonly by = new Map<string, T[]>();
  length = 0;

  push(whose: string, one: T): void {
    const own = this.by.get(whose);
    if (own) own.push(one);
    else this.by.set(whose, [one]);
    this.length += 1;
  }

  /** Removes the next entry, one caller after another. */
  shift(): T | undefined {
    for (const [whose, own] of this.by) {
      const one = own.shift();
      // Move the caller to the end of the queue if more of its entries wait.
      this.by.delete(whose);
      if (own.length > 0) this.by.set(whose, own);
      this.length -= 1;
      return one;
    }
    return undefined;
  }

  /** A caller's waiting entries, in order. */
  of(whose: string): readonly T[] {
    return this.by.get(whose) ?? [];
  }
}
