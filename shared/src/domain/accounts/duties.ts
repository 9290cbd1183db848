import type { Role } from './roles.ts';

/**
 * What an administrator is there for. `system`: settings, versions of the standard, acting in place of other roles.
 * `security`: accounts, passwords and factors. `audit`: reading and verifying the audit.
 */
export const DUTIES = ['system', 'security', 'audit'] as const;
export type Duty = (typeof DUTIES)[number];

/** Whether a text is a duty. */
export function isDuty(text: string): text is Duty {
  return (DUTIES as readonly string[]).includes(text);
}

/** An account as far as its duties are concerned; an administrator without `duties` has all. */
export type DutyHolder = { readonly role: Role; readonly duties?: readonly Duty[] | undefined };

/** The duties of an administrator; none of any other role. */
export function dutiesOf({ role, duties }: DutyHolder): readonly Duty[] {
  return role === 'admin' ? (duties ?? DUTIES) : [];
}

/** Whether an account may do what needs the duty: other roles need none. */
export function hasDuty(account: DutyHolder, duty: Duty): boolean {
  return account.role !== 'admin' || dutiesOf(account).includes(duty);
}

/** Whether an account is an administrator with this duty. */
export function isAdminFor(account: DutyHolder, duty: Duty): boolean {
  return account.role === 'admin' && hasDuty(account, duty);
}

/** Duties in their own order, each once. */
export function inOrder(duties: readonly Duty[]): Duty[] {
  return DUTIES.filter((duty) => duties.includes(duty));
}

/** The duties that none of these administrators has. */
export function missingDuties(administrators: readonly DutyHolder[]): Duty[] {
  return DUTIES.filter((duty) => !administrators.some((one) => isAdminFor(one, duty)));
}

/** The administrators with more than one duty, which setting `separateDuties` refuses. */
export function withSeveral<T extends DutyHolder>(accounts: readonly T[]): T[] {
  return accounts.filter((one) => dutiesOf(one).length > 1);
}

/** What has to be done before duties can be separate. */
export type SeparationPlan = {
  /** A further administrator for each of these duties. */
  readonly add: readonly Duty[];
  /** The one duty that each account with several keeps; the caller's own comes last, because it ends the session. */
  readonly keep: readonly { readonly account: string; readonly duty: Duty }[];
};

/** How the administrators get to one duty each, with every duty held all the time; null if they have one each. */
export function separationPlan(
  administrators: readonly (DutyHolder & { readonly account: string })[],
  caller: string,
): SeparationPlan | null {
  const several = withSeveral(administrators).toSorted(
    (a, b) => Number(a.account === caller) - Number(b.account === caller),
  );
  if (several.length === 0) return null;
  const alone = administrators.filter((one) => !several.includes(one)).flatMap(dutiesOf);
  const missing = new Set(DUTIES.filter((duty) => !alone.includes(duty)));
  const keep = several.map((one) => {
    const own = dutiesOf(one);
    const duty = own.find((each) => missing.has(each)) ?? own[0] ?? 'system';
    missing.delete(duty);
    return { account: one.account, duty };
  });
  return { add: [...missing], keep };
}
