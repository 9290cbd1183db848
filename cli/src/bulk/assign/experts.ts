import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import { Balance } from '@shp/shared/domain/assessment/expertBalance';
import type { Api } from '../../api/client.ts';
import { allPages } from '../../api/pages.ts';

export type Expert = Output<'GET user/experts'>['items'][number];

/** All experts, by id or account, with their workload. */
export class Experts {
  private readonly known: ReadonlyMap<string, Expert>;
  private readonly balance: Balance;

  private constructor(all: readonly Expert[]) {
    this.known = new Map(all.flatMap((one) => [[one.id, one] as const, [one.account.toLowerCase(), one] as const]));
    this.balance = new Balance(
      all.map(({ id, load, division, profile: { unit, specialties } }) => ({
        id,
        load,
        division,
        unit: typeof unit === 'string' ? unit : '',
        specialties: Array.isArray(specialties) ? specialties : [],
      })),
    );
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
   * Picks a panel of `count` experts, or null if there are too few. Replaces the present experts unless `keep` is set.
   */
  panelFor({ station, city, form, experts }: Assessment, count: number, keep: boolean): string[] | null {
    const { name, owner } = form.unit;
    const units = [station.name, name, owner].filter((one) => typeof one === 'string');
    const present = experts.map(({ id }) => id);
    return this.balance.panel({ units, city }, keep ? present : [], count, keep ? [] : present);
  }
}
