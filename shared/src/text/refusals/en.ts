/** Why the server refuses a request: texts that no other program shows on its own. */
export const refusals = {
  refused: {
    accountTaken: (account: string) => `The account ${account} is taken`,
    lastAdmin: 'The last administrator cannot be deleted',
    deleteSelf: 'You cannot delete your own account',
    resetSelf: 'You cannot reset your own password; change it instead',
    resetOwnFactor: 'You cannot reset your own second factors; remove them under “User information”',
    referred: 'This user has assessments or findings: you can move it to the recycle bin, but not delete it for good',
    alreadyOpen: (number: string) => `You already have an open assessment: ${number}`,
    keyReused: 'This idempotency key was used with another request',
    deleted: 'This user is in the recycle bin; recover it first',
    statusIs: (status: string, allowed: readonly string[]) =>
      allowed.length > 0
        ? `Now: ${status}; possible from here: ${allowed.join(', ')}`
        : `Now: ${status}; no step is available to you`,
    expertScored: (names: string) => `Already scored and cannot be removed: ${names}`,
    ownNetwork: "must be an https address outside the server's own network",
    notAnExpert: 'No such expert',
    earlierReturn: 'This remark belongs to an earlier return; only the remarks of the last one can be answered',
    standardKept: (version: string) => `Version ${version} exists and cannot change; use another version`,
    assessmentFull: (mb: number) => `The files of an assessment may have at most ${mb} MB in total`,
    copiesFull: (mb: number) =>
      `Including earlier submissions, the files of an assessment may have at most ${mb} MB in total`,
    findingsFull: (mb: number) => `The evidence of a station's findings may have at most ${mb} MB in total`,
    evidenceUsed: 'This file belongs to a step and cannot be deleted',
    uploadFinished: 'This upload is finished; delete the file instead',
    uploadOffset: 'The upload is at another offset; ask for it and resume there',
    tooManyUploads: 'Too many uploads in an hour; please try again later',
  },
  password: {
    tooCommon: 'this password is too common; choose another one',
    usedBefore: 'you have used this password before; choose another one',
    ended: 'this initial password has expired; ask your review unit or an administrator for a new one',
  },
  troubles: {
    full: "The server's disk is full: nothing was changed; reading still works. Please tell your administrator and try again later",
    readOnly:
      'The server cannot write to its disk: nothing was changed; reading still works. Please tell your administrator',
    damaged: 'The server cannot read its data: the disk or the database is damaged. Please tell your administrator',
    audit:
      'The audit trail lacks its last rows, so the server refuses changes: nothing was changed; reading still works. Please tell your administrator',
  },
  tokens: {
    /** Why an access token may not make a call. */
    lacks: (name: string, scope: string, has: string) =>
      `request denied: the access token “${name}” lacks the scope ${scope}; it has: ${has}`,
    logIn: (name: string) =>
      `request denied: the access token “${name}” may not do this; log in with account and password`,
  },
  factors: {
    ended: 'This login has ended; please log in again',
    lastRequired: 'Your account needs a second factor: add another one before you remove this one',
    none: 'Your account has no second factor',
    tooMany: (max: number) => `An account has at most ${max} second factors`,
    known: 'This passkey is registered already',
    noSite: 'This server offers no passkeys: it does not know its public address',
    sealed:
      'The server cannot check codes of authenticator apps: its key file factors.key is missing or another one. Use a recovery code or a passkey, or ask the review unit above yours to remove your second factors',
  },
};

export type Refusals = typeof refusals;
