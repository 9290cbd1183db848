/**
 * The four-eyes rule: whoever checks an assessment has not made what is checked.
 * An account stands behind another when it created that account or reset its password, directly or through further
 * accounts. Two accounts are connected when one of them stands behind the other; connected accounts count as one.
 * Accounts are named by their ids; times are ISO 8601 UTC texts of one length, so they compare as texts.
 */

/** What an account can contribute to an assessment, as far as the rule looks at it. */
export type ContributionKind =
  | 'form'
  | 'selfScores'
  | 'submission'
  | 'firstReview'
  | 'expertScores'
  | 'expertConclusion';
export type Contribution = { account: string; kind: ContributionKind };

/** `by` created `account` or reset its password. */
export type AccountLink = { by: string; account: string; at: string };

/** An account as people know it; `account` is empty where the account has been removed for good. */
export type NamedAccount = { name: string; account: string };

/** All that the rule must know of one assessment. */
export type FourEyesRecord = {
  createdAt: string;
  firstSubmittedAt: string | null;
  /** What accounts did here, in any round. */
  contributions: readonly Contribution[];
  links: readonly AccountLink[];
};

/** The steps under the rule: `first_passed`, and `passed` or `failed`. */
export type GuardedStep = 'firstReview' | 'conclusion';

/** What must come from accounts that are not connected with the one that takes the step. */
const CHECKED: Record<GuardedStep, readonly ContributionKind[]> = {
  firstReview: ['form', 'selfScores', 'submission'],
  conclusion: ['firstReview', 'expertScores', 'expertConclusion'],
};

/**
 * How an account is connected with the one that asks: the same account, one that the asking account stands behind
 * (`below`), or one that stands behind the asking account (`above`).
 */
export type Relation = 'same' | 'below' | 'above';
export type Conflict = Contribution & { relation: Relation };

/** A third account that stands behind both the asking account and one that contributed; such a step is not refused. */
export type CommonMaker = Contribution & { maker: string };

/** What keeps an account from a step; null: the account may take it. An own contribution comes before those of others. */
export function conflictOf(record: FourEyesRecord, step: GuardedStep, account: string): Conflict | null {
  const makers = makersSince(record, step);
  const above = accountsBehind(account, makers);
  let first: Conflict | null = null;
  for (const contribution of checkedIn(record, step)) {
    if (contribution.account === account) return { ...contribution, relation: 'same' };
    const relation = above.has(contribution.account)
      ? 'above'
      : accountsBehind(contribution.account, makers).has(account)
        ? 'below'
        : null;
    if (relation !== null) first ??= { ...contribution, relation };
  }
  return first;
}

/** For each account that contributed, the third account nearest to the asking one that stands behind both. */
export function commonMakersOf(record: FourEyesRecord, step: GuardedStep, account: string): CommonMaker[] {
  const makers = makersSince(record, step);
  const above = accountsBehind(account, makers);
  const found = new Map<string, CommonMaker>();
  for (const contribution of checkedIn(record, step)) {
    if (contribution.account === account || found.has(contribution.account)) continue;
    const theirs = accountsBehind(contribution.account, makers);
    const maker = [...above].find((one) => theirs.has(one));
    if (maker !== undefined) found.set(contribution.account, { ...contribution, maker });
  }
  return [...found.values()];
}

/** From when links count for a step; null: none does yet. */
export function linksCountFrom(
  { createdAt, firstSubmittedAt }: Pick<FourEyesRecord, 'createdAt' | 'firstSubmittedAt'>,
  step: GuardedStep,
): string | null {
  return step === 'firstReview' ? createdAt : firstSubmittedAt;
}

/** The contributions that a step checks, the kinds in the order of {@link CHECKED}. */
function checkedIn({ contributions }: FourEyesRecord, step: GuardedStep): Contribution[] {
  return CHECKED[step].flatMap((kind) => contributions.filter((one) => one.kind === kind));
}

type Makers = ReadonlyMap<string, readonly string[]>;

/** Who directly created or reset each account, by the links that count for a step. */
function makersSince(record: FourEyesRecord, step: GuardedStep): Makers {
  const from = linksCountFrom(record, step);
  const makers = new Map<string, string[]>();
  if (from === null) return makers;
  for (const { by, account, at } of record.links) {
    if (at >= from) makers.set(account, [...(makers.get(account) ?? []), by]);
  }
  return makers;
}

/** The accounts that stand behind one, the nearest first. */
function accountsBehind(account: string, makers: Makers): ReadonlySet<string> {
  const found = new Set(makers.get(account));
  for (const one of found) for (const by of makers.get(one) ?? []) found.add(by);
  found.delete(account);
  return found;
}
