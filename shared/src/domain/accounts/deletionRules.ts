/** Facts that can prevent the deletion of an account. */
export type Ties = {
  /** The account is the caller's own. */
  readonly own: boolean;
  /** The account is the only administrator. */
  readonly lastAdmin: boolean;
  /** Assessments, their parts or documents refer to the account. */
  readonly referred: boolean;
};

/** A key of the texts `refusals.refused`. */
export type DeletionConflict = 'deleteSelf' | 'lastAdmin' | 'referred';

/**
 * Why an account may not be deleted (docs/spec/wire.md#details); null if it may. References prevent only the final
 * deletion: a soft deletion leaves the row in place.
 */
export function deletionConflict(ties: Ties, soft: boolean): DeletionConflict | null {
  if (ties.own) return 'deleteSelf';
  if (ties.lastAdmin) return 'lastAdmin';
  return !soft && ties.referred ? 'referred' : null;
}
