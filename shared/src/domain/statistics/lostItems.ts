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

/** The lost items of a station's reviews of one version, one text after the other. */
export type StationLosses = { readonly station: string; readonly version: string; readonly items: string };

/**
 * How many stations lost points in each row. `rowsOf`: for each version the rows of its items, in order; items that are
 * the same in several versions share a row. The losses of a station must be adjacent.
 */
export function stationsLosing(
  rows: number,
  rowsOf: ReadonlyMap<string, readonly number[]>,
  losses: Iterable<StationLosses>,
): number[] {
  const counts = Array<number>(rows).fill(0);
  const countedFor = Array<string | null>(rows).fill(null);
  for (const { station, version, items } of losses) {
    const places = rowsOf.get(version) ?? [];
    const width = Math.ceil(places.length / ITEMS_PER_CHARACTER);
    for (let character = 0; character < width; character++) {
      let bits = 0;
      for (let at = character; at < items.length; at += width) bits |= items.charCodeAt(at) - NONE;
      for (let bit = 0; bits !== 0; bit++, bits >>= 1) {
        const row = places[character * ITEMS_PER_CHARACTER + bit];
        if ((bits & 1) === 0 || row === undefined || countedFor[row] === station) continue;
        countedFor[row] = station;
        counts[row] = (counts[row] ?? 0) + 1;
      }
    }
  }
  return counts;
}
