import type { Common } from '../../text/en/common.ts';

/** What holds an account. */
export type Ties = {
  /** It is the caller's own. */
  readonly own: boolean;
  /** No other account administers. */
  readonly lastAdmin: boolean;
  /** Assessments with what belongs to them, or documents, name it. */
  readonly referred: boolean;
};

/**
 * Why an account may not be deleted (CONTRACT.md sections 4 and 6); null where it may. A soft deletion keeps the account
 * for what refers to it.
 */
export function whyKept(ties: Ties, soft: boolean): ((text: Common) => string) | null {
  if (ties.own) return (text) => text.conflicts.deleteSelf;
  if (ties.lastAdmin) return (text) => text.conflicts.lastAdmin;
  if (!soft && ties.referred) return (text) => text.conflicts.referred;
  return null;
}
