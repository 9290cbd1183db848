/** What holds an account. */
export type Ties = {
  /** It is the caller's own. */
  readonly own: boolean;
  /** No other account administers. */
  readonly lastAdmin: boolean;
  /** Assessments with what belongs to them, or documents, name it. */
  readonly referred: boolean;
};

/** A key of the texts `common.conflicts`. */
export type DeletionConflict = 'deleteSelf' | 'lastAdmin' | 'referred';

/**
 * Why an account may not be deleted (docs/spec/wire.md#details); null where it may. A soft deletion keeps the account
 * for what refers to it.
 */
export function deletionConflict(ties: Ties, soft: boolean): DeletionConflict | null {
  if (ties.own) return 'deleteSelf';
  if (ties.lastAdmin) return 'lastAdmin';
  return !soft && ties.referred ? 'referred' : null;
}
