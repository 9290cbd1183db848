import { divisionPrefix } from '../accounts/divisions.ts';
import { plainName } from './ownUnit.ts';

/** An expert who can be put on a panel. `load`: the number of open reviews. */
export type Candidate = {
  readonly id: string;
  readonly load: number;
  readonly specialties: readonly string[];
  readonly division: string | null;
  readonly unit: string;
};
/** The assessment that needs a panel: the names of the station and its owner, and the station's city. */
export type PanelRequest = { readonly units: readonly string[]; readonly city: string };

type Known = Candidate & { readonly plainUnit: string; readonly stem: string };

/**
 * Fills one panel after the other so that experts get equal work. It skips experts employed by the station or its
 * owner, then prefers the lowest load, then a specialty that the panel lacks, then the station's city.
 */
export class Balance {
  private readonly known: ReadonlyMap<string, Known>;
  private readonly loads: Map<string, number>;

  constructor(candidates: readonly Candidate[]) {
    const sorted = candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.known = new Map(
      sorted.map((one) => [
        one.id,
        { ...one, plainUnit: plainName(one.unit), stem: divisionPrefix(one.division ?? '') },
      ]),
    );
    this.loads = new Map(sorted.map(({ id, load }) => [id, load]));
  }

  /** The number of reviews of an expert, including the panels assigned so far. */
  loadOf(id: string): number {
    return this.loads.get(id) ?? 0;
  }

  /**
   * A panel of `count` experts that includes `present`; null if there are too few experts. The experts `leaving` are
   * taken off this assessment, so it no longer counts in their load.
   */
  panel(
    seat: PanelRequest,
    present: readonly string[],
    count: number,
    leaving: readonly string[] = [],
  ): string[] | null {
    const units = new Set(seat.units.map(plainName).filter((name) => name !== ''));
    const loads = new Map(leaving.map((id) => [id, this.loadOf(id) - 1]));
    const loadOf = (id: string) => loads.get(id) ?? this.loadOf(id);
    const city = divisionPrefix(seat.city);
    const panel = [...present];
    const covered = new Set(panel.flatMap((id) => this.known.get(id)?.specialties ?? []));
    while (panel.length < count) {
      let best: { one: Known; rank: number } | null = null;
      for (const one of this.known.values()) {
        if (panel.includes(one.id) || units.has(one.plainUnit)) continue;
        const brings = one.specialties.some((specialty) => !covered.has(specialty));
        const near = one.stem.startsWith(city);
        const rank = loadOf(one.id) * 4 + (brings ? 0 : 2) + (near ? 0 : 1);
        if (best === null || rank < best.rank) best = { one, rank };
      }
      if (best === null) return null;
      const { id, specialties } = best.one;
      panel.push(id);
      loads.set(id, loadOf(id) + 1);
      for (const specialty of specialties) covered.add(specialty);
    }
    for (const [id, load] of loads) this.loads.set(id, load);
    return panel;
  }
}
