import type { Profile } from '../accounts/profiles.ts';
import { Balance } from './expertBalance.ts';
import type { Form } from './form.ts';
import { ASSIGNABLE, type Status } from './statuses.ts';

/** An expert as the list of experts gives it. */
export type PoolExpert = {
  readonly id: string;
  readonly account: string;
  readonly load: number;
  readonly division: string | null;
  readonly profile: Profile;
};

/** An assessment that may get experts. */
export type Assignable = {
  readonly status: Status;
  readonly station: { readonly name: string };
  readonly city: string;
  readonly form: Pick<Form, 'unit'>;
  readonly experts: readonly { readonly id: string; readonly name: string }[];
  readonly permissions: { readonly assign: boolean };
};

/** What to assign: named experts (ids or accounts), or a panel of this size. */
export type AssignmentWish = { readonly experts: readonly string[] } | { readonly balance: number };

/** Ids of an assessment's experts before and after, and the names of those that come, go and are there in the end. */
export type Assignment = {
  readonly before: readonly string[];
  readonly next: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly names: readonly string[];
};

/** Why nothing can be assigned. */
export type Unassignable =
  | { readonly why: 'status' | 'forbidden' | 'tooFew' }
  | { readonly why: 'unknown'; readonly words: readonly string[] };

/**
 * All experts with their workload, to plan the panels of many assessments one after the other. The command, the
 * terminal UI and the console plan with it, so that the same rows in the same order get the same panels.
 */
export class ExpertPool<E extends PoolExpert> {
  private readonly known: ReadonlyMap<string, E>;
  private readonly unique: ReadonlySet<E>;
  private readonly balance: Balance;

  constructor(readonly all: readonly E[]) {
    const nameOf = ({ profile: { name } }: E) => (typeof name === 'string' ? name : '');
    const names = all.map(nameOf);
    // A name that two experts have matches neither; an id or account that equals another's name comes first.
    const alone = all.filter((one) => names.indexOf(nameOf(one)) === names.lastIndexOf(nameOf(one)));
    this.unique = new Set(alone);
    this.known = new Map([
      ...alone.map((one) => [nameOf(one), one] as const),
      ...all.flatMap((one) => [[one.id, one] as const, [one.account.toLowerCase(), one] as const]),
    ]);
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

  /** The expert with this id or account, or with this name if no other has it. */
  find(word: string): E | undefined {
    return this.known.get(word) ?? this.known.get(word.toLowerCase());
  }

  /** The account of an expert who shares a name with another one; null for all others. */
  accountOfNamesake(id: string): string | null {
    const one = this.known.get(id);
    return one === undefined || this.unique.has(one) ? null : one.account;
  }

  /** The number of reviews of an expert, including the panels planned so far. */
  loadOf(id: string): number {
    return this.balance.loadOf(id);
  }

  /** Plans one assessment; `replace` takes off the present experts that are not wished. */
  plan(found: Assignable, wish: AssignmentWish, replace: boolean): Assignment | Unassignable {
    if (!found.permissions.assign) return { why: ASSIGNABLE.includes(found.status) ? 'forbidden' : 'status' };
    const before = found.experts.map(({ id }) => id);
    const next =
      'balance' in wish ? this.panel(found, wish.balance, replace) : this.named(wish.experts, before, replace);
    if ('why' in next) return next;
    const names = new Map(found.experts.map(({ id, name }) => [id, name]));
    const nameOf = (id: string) => names.get(id) ?? this.find(id)?.profile.name ?? id;
    return {
      before,
      next,
      added: next.filter((id) => !before.includes(id)).map(nameOf),
      removed: before.filter((id) => !next.includes(id)).map(nameOf),
      names: next.map(nameOf),
    };
  }

  private panel(
    { station, city, form, experts }: Assignable,
    count: number,
    replace: boolean,
  ): readonly string[] | Unassignable {
    const { name, owner } = form.unit;
    const units = [station.name, name, owner].filter((one) => typeof one === 'string');
    const present = experts.map(({ id }) => id);
    const panel = this.balance.panel({ units, city }, replace ? [] : present, count, replace ? present : []);
    return panel ?? { why: 'tooFew' };
  }

  private named(
    words: readonly string[],
    before: readonly string[],
    replace: boolean,
  ): readonly string[] | Unassignable {
    const unknown = words.filter((word) => !this.find(word));
    if (unknown.length > 0) return { why: 'unknown', words: unknown };
    const ids = words.flatMap((word) => this.find(word)?.id ?? []);
    return [...new Set([...(replace ? [] : before), ...ids])];
  }
}
