/** Items of a review's standard: one bit each, six bits in a character. */
const ITEMS_PER_CHARACTER = 6;
/** The character of no item; the 63 after it are printable, too. */
const NONE = '0'.charCodeAt(0);

/** The items at which a review lost points, as a text; `lost` by item, null if it did not count. */
export function lostItems(lost: readonly (number | null)[]): string {
  const bits = Array<number>(Math.ceil(lost.length / ITEMS_PER_CHARACTER)).fill(0);
  for (const [place, value] of lost.entries()) {
    const at = Math.floor(place / ITEMS_PER_CHARACTER);
    if (value !== null && value > 0) bits[at] = (bits[at] ?? 0) | (1 << (place % ITEMS_PER_CHARACTER));
  }
  return String.fromCharCode(...bits.map((one) => one + NONE));
}

/** The character of an item at this place, counted from 1, and all values of it with which the item lost points. */
export function losingCharacters(place: number): { position: number; values: string[] } {
  const bit = 1 << (place % ITEMS_PER_CHARACTER);
  const values = Array.from({ length: 1 << ITEMS_PER_CHARACTER }, (_, bits) => bits).filter((bits) => bits & bit);
  return {
    position: Math.floor(place / ITEMS_PER_CHARACTER) + 1,
    values: values.map((bits) => String.fromCharCode(bits + NONE)),
  };
}

/** The lost items of a station's reviews of one version, one text after the other. */
export type StationLosses = { readonly station: string; readonly version: string; readonly items: string };

/**
 * How many stations and how many reviews lost points in each row. `rowsOf`: for each version the rows of its items, in
 * order; items that are the same in several versions share a row. The losses of a station must be adjacent.
 */
export function countLosses(
  rows: number,
  rowsOf: ReadonlyMap<string, readonly number[]>,
  losses: Iterable<StationLosses>,
): { stations: number[]; reviews: number[] } {
  const stations = Array<number>(rows).fill(0);
  const countedFor = Array<string | null>(rows).fill(null);
  const reviews = new ReviewsByCharacter();
  for (const { station, version, items } of losses) {
    const places = rowsOf.get(version) ?? [];
    const width = Math.ceil(places.length / ITEMS_PER_CHARACTER);
    reviews.add(version, width, items);
    for (let character = 0; character < width; character++) {
      let bits = 0;
      for (let at = character; at < items.length; at += width) bits |= items.charCodeAt(at) - NONE;
      for (let bit = 0; bits !== 0; bit++, bits >>= 1) {
        const row = places[character * ITEMS_PER_CHARACTER + bit];
        if ((bits & 1) === 0 || row === undefined || countedFor[row] === station) continue;
        countedFor[row] = station;
        stations[row] = (stations[row] ?? 0) + 1;
      }
    }
  }
  return { stations, reviews: reviews.byRow(rows, rowsOf) };
}

/** Counts reviews by the value of each character: far fewer steps than by item. */
class ReviewsByCharacter {
  private readonly counts = new Map<string, Uint32Array>();

  add(version: string, width: number, items: string): void {
    let counts = this.counts.get(version);
    if (!counts) {
      counts = new Uint32Array(width << ITEMS_PER_CHARACTER);
      this.counts.set(version, counts);
    }
    for (let at = 0; at < items.length; at++) {
      const value = ((at % width) << ITEMS_PER_CHARACTER) + items.charCodeAt(at) - NONE;
      counts[value] = (counts[value] ?? 0) + 1;
    }
  }

  byRow(rows: number, rowsOf: ReadonlyMap<string, readonly number[]>): number[] {
    const reviews = Array<number>(rows).fill(0);
    for (const [version, counts] of this.counts) {
      for (const [place, row] of (rowsOf.get(version) ?? []).entries()) {
        const first = Math.floor(place / ITEMS_PER_CHARACTER) << ITEMS_PER_CHARACTER;
        for (let bits = 0; bits < 1 << ITEMS_PER_CHARACTER; bits++) {
          if ((bits & (1 << (place % ITEMS_PER_CHARACTER))) === 0) continue;
          reviews[row] = (reviews[row] ?? 0) + (counts[first + bits] ?? 0);
        }
      }
    }
    return reviews;
  }
}
