/** A round-robin queue: a caller with many entries does not delay the first entry of another. */
export class FairQueue<T> {
  private readonly by = new Map<string, T[]>();
  length = 0;

  push(caller: string, one: T): void {
    const own = this.by.get(caller);
    if (own) own.push(one);
    else this.by.set(caller, [one]);
    this.length += 1;
  }

  /** Removes the next entry, one caller after another. */
  shift(): T | undefined {
    for (const [caller, own] of this.by) {
      const one = own.shift();
      // Move the caller to the end of the queue if more of its entries wait.
      this.by.delete(caller);
      if (own.length > 0) this.by.set(caller, own);
      this.length -= 1;
      return one;
    }
    return undefined;
  }

  /** A caller's waiting entries, in order. */
  of(caller: string): readonly T[] {
    return this.by.get(caller) ?? [];
  }
}
