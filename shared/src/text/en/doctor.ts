/** Faults in an installation's data, and the advice for each. */
export const doctor = {
  columns: { check: 'Check', object: 'Where', problem: 'Problem', advice: 'What to do' },
  checks: {
    database: 'Database',
    schema: 'Schema',
    file: 'File',
    audit: 'Audit trail',
    history: 'Signed history',
    secret: 'Sealed secrets',
    rule: 'Data',
  },
  database: {
    sqlite: 'Stop the server, keep a copy of the directory, then restore the last backup: shp restore FILE',
    postgres:
      'Stop the servers, keep a copy of the database, then restore the last dump (pg_restore) or use point-in-time recovery',
  },
  schemaOlder: 'the database was made by an older version of shp',
  schemaOlderAdvice: 'Start the server once (shp serve) to upgrade the database',
  schemaNewer: 'the database was made by a newer version of shp',
  schemaNewerAdvice: 'Use the newer version',
  missing: 'the file is missing',
  changed: 'the file differs from the upload',
  fileAdvice: {
    inBackup: (path: string) => `Restore it from a backup into the data directory: tar -xf BACKUP ${path}`,
    inCopy: (path: string) => `Restore it from your copy of the file directory or bucket: ${path}`,
  },
  audit: 'rows were changed, deleted or added from here on',
  auditAdvice:
    'Keep a copy of the data, compare it with an earlier backup, find out who had access, then restore a backup with an intact audit trail',
  /** By fault of the signed history: what is wrong, and what to do. */
  history: {
    cut: 'the audit trail ends before its last signed head: rows were taken from its end, or an older copy of the database was put in place',
    changed: 'the audit trail does not continue its last signed head: rows were changed, exchanged or rewritten',
    forged: 'the last head of the audit trail has no valid signature of a listed key',
    keyMissing: 'the key that signs the audit trail is missing here: nothing is signed',
    keyChanged: 'the key in the data directory is not the listed one: nothing is signed',
    backdated: 'a row of the audit trail is older than the row before it',
  },
  historyAdvice:
    'Keep a copy of the data, ask whoever runs shp audit witness for the last head, compare with earlier backups, and find out who had access',
  keyAdvice:
    'Put audit-key.pem back into the data directory (from another server of this database, or your copy of the key); if it is lost, make a new one: shp keys rotate --lost',
  /** `place`: a setting, or the kind of the accounts' secrets. */
  secretProblem: (place: string, accounts: number) => {
    if (place === 'app')
      return `the key file factors.key does not open the authenticator apps of accounts: ${accounts}`;
    if (place === 'webhook')
      return `the key file factors.key does not open the webhook secrets of accounts: ${accounts}`;
    return `the key file factors.key does not open the setting ${place}`;
  },
  secretAdvice:
    'Put factors.key back into the data directory (your copy of it from the time of these data). If it is lost: enter the setting again; accounts renew their webhook secrets and log in with recovery codes, or get their second factors removed (shp unlock ACCOUNT --factors for an administrator)',
  ruleAdvice: 'Keep a copy of the data and compare these rows with an earlier backup; shp audit shows who changed them',
  more: (ids: string, count: number) => `${ids} and ${count} more`,
  /** By rule name: the fault if the rule is broken. */
  rules: {
    oneOpenAssessment: 'a station has several open assessments',
    numbersCounted: 'the number of an assessment is beyond the counter of its year',
    stationColumns: "name or division of an assessment differs from its station's",
    expertsAreExperts: 'an account that is not an expert is assigned as one',
    linksJoinTheirKinds: 'a link is not between an aggregate account and a station',
    accountValid: 'an account name is not allowed',
    profileValid: 'a profile is incomplete or has wrong values',
    dutiesValid: 'the duties of an account are unknown, or it is no administrator',
    dutiesHeld: 'no administrator has this duty',
    dutiesSeparate: 'an administrator has several duties although setting separateDuties is on',
    divisionFits: 'the division does not fit the role',
    columnsOfProfile: 'name or capacity differs from the profile',
    eventsUnbroken: 'the steps of an assessment do not follow each other up to its status',
    stepsAllowed: 'an assessment has a step that the rules do not allow',
    totalsCounted: 'the counters of a division differ from its assessments',
    loadsCounted: 'the load counter of an expert differs from the open reviews',
    expertsKept: 'the experts column of an assessment differs from its assignments',
    ratingsKept: 'the rating column of a station differs from its assessments',
    daysCounted: 'the counters of a day differ from its assessments',
    monthsCounted: 'the counters of a month differ from its assessments',
    findingsCounted: 'the counters of a division differ from its findings',
    figuresKept: 'the statistics of a concluded review differ from its scores',
    lostItemsKept: 'the items that a concluded review lost points at differ from its statistics',
    scoresSummed: 'the sums of scores of a place and month differ from its reviews',
    expertsSummed: 'the sums of an expert and month differ from the reviews',
    ratingsCounted: 'the counter of ratings ending on a day is wrong',
    datesOfSteps: 'dates of an assessment differ from its steps',
    rulesPinned: 'an assessment lost the rules of its first submission',
    validity: 'the end of validity does not follow from the conclusion',
    expertsConcluded: "the status contradicts the experts' conclusions",
    proposalOfEvent: 'a running proposal does not agree with its event',
    concludedWithText: 'an assessment is concluded without a conclusion',
    escalated: 'the substitute unit under the four-eyes rule is wrong',
    firstReviewByOther: 'a first review was passed by an account connected to the application',
    concludedByOther: 'an assessment was concluded by an account with an earlier part in it',
    formComplete: 'the form of a submitted assessment is incomplete',
    submissionsKept: 'copies of submissions are missing',
    answersToRemarks: 'an answer belongs to no remark of a return',
    selfScore: 'the self-assessed score is not the sum of its items',
    expertScore: 'the result is not the mean of the experts',
    printUntouched: 'a printed conclusion was changed',
    findingSteps: 'a finding differs from its steps, or has one that the rules do not allow',
    findingEvidence: 'a step of a finding names a file that is gone',
    findingPlace: "the division of a finding differs from its station's",
    findingOfItsKind: 'a finding lacks what its origin requires',
    findingsOfReviews: 'the findings of a concluded review differ from its printed problems',
    findingNumbers: 'the number of a finding does not follow from its year and id',
    noticeReceivers: 'a notice belongs to an account that does not exist',
    noticeKinds: 'a notice is of an unknown kind',
    noticesOnce: 'an account has the same notice twice',
    noticesReadLater: 'a notice was read before it was written',
    deliveriesOfNotices: 'a delivery belongs to no notice, or to one of another account',
    webhookSecretsSealed: 'the secret of a webhook is stored unsealed',
    deliveriesWaited: 'an account has deliveries that are never sent',
    numberOfItsYear: 'the number of an assessment has the wrong year',
  },
};

export type Doctor = typeof doctor;
