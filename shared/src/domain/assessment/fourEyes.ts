/**
 * The four-eyes rule: an account may not check an assessment to which it contributed.
 * An account stands behind another if it created that account or reset its password, directly or through other
 * accounts. Two accounts are connected if one stands behind the other; connected accounts count as one.
 * Accounts are identified by id; times are ISO 8601 UTC texts of equal length, so they compare as texts.
 */

/** The contributions to an assessment that the rule considers. */
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

/** An account for display; `account` is empty if the account has been deleted for good. */
export type NamedAccount = { name: string; account: string };

/** The facts of one assessment that the rule needs. */
export type FourEyesRecord = {
  createdAt: string;
  firstSubmittedAt: string | null;
  /** The contributions of all accounts, in all submissions. */
  contributions: readonly Contribution[];
  links: readonly AccountLink[];
};

/** The steps under the rule: `first_passed`; `passed` or `failed`. */
export type GuardedStep = 'firstReview' | 'conclusion';

/** The contributions that must come from accounts not connected with the account that takes the step. */
const CHECKED: Record<GuardedStep, readonly ContributionKind[]> = {
  firstReview: ['form', 'selfScores', 'submission'],
  conclusion: ['firstReview', 'expertScores', 'expertConclusion'],
};

/**
 * How an account is connected with the asking account: the same account, an account behind which the asking account
 * stands (`below`), or one that stands behind the asking account (`above`).
 */
export type Relation = 'same' | 'below' | 'above';
export type Conflict = Contribution & { relation: Relation };

/** A third account that stands behind both the asking account and a contributor; it does not prevent the step. */
export type CommonMaker = Contribution & { maker: string };

/** Why an account may not take a step; null if it may. The account's own contribution is reported before others. */
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

/** For each contributor, the third account nearest to the asking account that stands behind both. */
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

/** The time from which account links count for a step; null if none counts yet. */
export function linksCountFrom(
  { createdAt, firstSubmittedAt }: Pick<FourEyesRecord, 'createdAt' | 'firstSubmittedAt'>,
  step: GuardedStep,
): string | null {
  return step === 'firstReview' ? createdAt : firstSubmittedAt;
}

/** The contributions that a step checks, in the order of {@link CHECKED}. */
function checkedIn({ contributions }: FourEyesRecord, step: GuardedStep): Contribution[] {
  return CHECKED[step].flatMap((kind) => contributions.filter((one) => one.kind === kind));
}

type Makers = ReadonlyMap<string, readonly string[]>;

/** The accounts that created or reset each account, counting only links relevant to a step. */
function makersSince(record: FourEyesRecord, step: GuardedStep): Makers {
  const from = linksCountFrom(record, step);
  const makers = new Map<string, string[]>();
  if (from === null) return makers;
  for (const { by, account, at } of record.links) {
    if (at >= from) makers.set(account, [...(makers.get(account) ?? []), by]);
  }
  return makers;
}

/** The accounts that stand behind an account, nearest first. */
function accountsBehind(account: string, makers: Makers): ReadonlySet<string> {
  const found = new Set(makers.get(account));
  for (const one of found) for (const by of makers.get(one) ?? []) found.add(by);
  found.delete(account);
  return found;
}
