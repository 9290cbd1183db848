/** Where an installation shall move there is one already, or files that are not its own. */
export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty';
  constructor(readonly place: 'database' | 'files') {
    super(`the new place of the ${place} is not empty`);
  }
}

/** The database is of another version of the program. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';
  constructor(readonly newer: boolean) {
    super(newer ? 'of a newer version' : 'of an older version');
  }
}

/** What has arrived is not what was sent; nothing of the database is kept. */
export class NotTheSame extends Error {
  override readonly name = 'NotTheSame';
  /** A table, `audit chain`, or the id of a file. */
  constructor(readonly what: string) {
    super(`not the same: ${what}`);
  }
}
