import { newId } from '../store/db/ids.ts';

/** A small seeded generator (sfc32): the same seed gives the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = 0x9e3779b9 | 0;
    for (let i = 0; i < 16; i++) this.#next();
  }

  #next(): number {
    const drawn = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  }

  /** From `min` inclusive to `max` exclusive. */
  between(min: number, max: number): number {
    return min + (this.#next() / 2 ** 32) * (max - min);
  }

  /** A whole number, both ends inclusive. */
  int(min: number, max: number): number {
    return Math.floor(this.between(min, max + 1));
  }

  chance(probability: number): boolean {
    return this.between(0, 1) < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from');
    return list[this.int(0, list.length - 1)] as T;
  }

  /** Some entries of a list, each at most once, in random order. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    return Array.from(
      { length: Math.min(count, rest.length) },
      () => rest.splice(this.int(0, rest.length - 1), 1)[0] as T,
    );
  }

  /** An id with the given creation time in milliseconds. */
  id(time: number): string {
    return newId(
      time,
      Uint8Array.from({ length: 16 }, () => this.#next() & 0xff),
    );
  }
}
