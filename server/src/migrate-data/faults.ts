/** The target already has an installation, or files of another one. */
export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty';
  constructor(readonly place: 'database' | 'files') {
    super(`the new place of the ${place} is not empty`);
  }
}

/** The database belongs to another version of the program. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';
  constructor(readonly newer: boolean) {
    super(newer ? 'of a newer version' : 'of an older version');
  }
}

/** The copy differs from the source; the transaction rolls back. */
export class NotTheSame extends Error {
  override readonly name = 'NotTheSame';
  /** A table, `audit chain`, or the id of a file. */
  constructor(readonly what: string) {
    super(`not the same: ${what}`);
  }
}
