import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import type { Api } from '../api/client.ts';
import { allPages } from '../api/pages.ts';

export type Expert = Output<'GET user/experts'>['items'][number];

/** Every expert there is, found by id or account. */
export class Experts {
  private readonly known: ReadonlyMap<string, Expert>;
  /** What this plan adds to each one's load. */
  private readonly added = new Map<string, number>();

  private constructor(readonly all: readonly Expert[]) {
    this.known = new Map(all.flatMap((one) => [[one.id, one] as const, [one.account.toLowerCase(), one] as const]));
  }

  static async read(api: Api): Promise<Experts> {
    const all: Expert[] = [];
    for await (const page of allPages((paging) => api.call('GET user/experts', paging))) all.push(...page);
    return new Experts(all);
  }

  find(word: string): Expert | undefined {
    return this.known.get(word) ?? this.known.get(word.toLowerCase());
  }

  /**
   * Fills a panel up to a number of experts: of those not of the station's own unit the least loaded first, then whoever
   * brings a specialty that the panel lacks, then whoever is of the station's city. Null where there are too few.
   */
  balance(assessment: Assessment, present: readonly string[], count: number): string[] | null {
    const { unit } = assessment.form;
    const units = [assessment.station.name, unit.name, unit.owner].map(plain).filter((name) => name !== '');
    const panel = [...present];
    while (panel.length < count) {
      const covered = new Set(panel.flatMap((id) => specialtiesOf(this.known.get(id))));
      const rank = (one: Expert): number[] => [
        one.load + (this.added.get(one.id) ?? 0),
        specialtiesOf(one).some((specialty) => !covered.has(specialty)) ? 0 : 1,
        one.division?.slice(0, 4) === assessment.city.slice(0, 4) ? 0 : 1,
      ];
      const free = this.all.filter(({ id, profile }) => !panel.includes(id) && !units.includes(plain(profile.unit)));
      const [best] = free.toSorted((a, b) => compare(rank(a), rank(b)) || (a.id < b.id ? -1 : 1));
      if (!best) return null;
      panel.push(best.id);
      this.added.set(best.id, (this.added.get(best.id) ?? 0) + 1);
    }
    return panel;
  }
}

function specialtiesOf(expert: Expert | undefined): readonly string[] {
  const specialties = expert?.profile.specialties;
  return Array.isArray(specialties) ? specialties : [];
}

const plain = (text: unknown): string => (typeof text === 'string' ? text.normalize('NFKC').replace(/\s+/g, '') : '');

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0;
    if (value !== other) return value - other;
  }
  return 0;
}
