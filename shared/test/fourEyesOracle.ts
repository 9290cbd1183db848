import type { Contribution, FourEyesRecord, GuardedStep } from '../src/domain/assessment/fourEyes.ts';

/**
 * A slow and plain second implementation of the four-eyes rule, for comparison: it tries every account that could stand
 * between two others.
 */
export class FourEyesOracle {
  constructor(private readonly record: FourEyesRecord) {}

  /** Whether the rule refuses a step to an account. */
  refuses(step: GuardedStep, account: string): boolean {
    return this.checked(step).some((other) => account === other || this.connected(step, account, other));
  }

  /** Whether a third account stands behind this one and behind a contributor; only for a step that is allowed. */
  hasCommonMaker(step: GuardedStep, account: string): boolean {
    return this.checked(step).some((other) =>
      this.everybody().some(
        (third) => this.standsBehind(step, third, account, []) && this.standsBehind(step, third, other, []),
      ),
    );
  }

  private connected(step: GuardedStep, one: string, other: string): boolean {
    return this.standsBehind(step, one, other, []) || this.standsBehind(step, other, one, []);
  }

  /** Whether `upper` created or reset `lower`, or created or reset an account that stands behind `lower`. */
  private standsBehind(step: GuardedStep, upper: string, lower: string, passed: readonly string[]): boolean {
    if (upper === lower) return false;
    for (const { by, account, at } of this.record.links) {
      if (by !== upper || !this.counts(step, at) || passed.includes(account)) continue;
      if (account === lower || this.standsBehind(step, account, lower, [...passed, upper])) return true;
    }
    return false;
  }

  private counts(step: GuardedStep, at: string): boolean {
    const { createdAt, firstSubmittedAt } = this.record;
    const from = step === 'firstReview' ? createdAt : firstSubmittedAt;
    return from !== null && Date.parse(at) >= Date.parse(from);
  }

  private checked(step: GuardedStep): string[] {
    const isChecked = ({ kind }: Contribution) =>
      step === 'firstReview'
        ? kind === 'form' || kind === 'selfScores' || kind === 'submission'
        : kind === 'firstReview' || kind === 'expertScores' || kind === 'expertConclusion';
    return this.record.contributions.filter(isChecked).map(({ account }) => account);
  }

  private everybody(): string[] {
    return this.record.links.flatMap(({ by, account }) => [by, account]);
  }
}
