const assessments = (number: number) => (number === 1 ? '1 assessment' : `${number} assessments`);
const ofThem = (number: number | null) => (number === null ? '' : ` (${number})`);

/** Texts of the assessment list: its rows, and the actions on selected rows. */
export const assessmentList = {
  findings: 'Findings',
  tabs: {
    label: 'Parts of the list',
    waiting: 'Waiting for me',
    underway: 'Under way',
    rated: 'Rated',
    expiring: 'Expiring',
    all: 'All',
  },
  search: 'Name, number or account',
  overdue: 'Overdue',
  overdueBy: (days: number) => (days > 0 ? `${days} overdue` : 'overdue'),
  publicUntil: (day: string) => `Shown to the public until ${day}`,
  goOn: 'Go on with the application',
  look: 'Open the application',
  seeAll: 'Show all assessments',
  changedSince: 'Changed since',
  created: (days: number) => (days === 0 ? 'created today' : `created ${days === 1 ? '1 day' : `${days} days`} ago`),
  inStatus: (days: number) => (days === 0 ? 'since today' : days === 1 ? '1 day' : `${days} days`),
  scored: (scored: number, items: number) => `${scored} of ${items} items scored`,
  export: 'Export selected',
  /** The file name for the export of selected rows. */
  fileName: (day: string) => `assessments-selected-${day}`,
  gone: (number: number) => `${assessments(number)} of those selected ${number === 1 ? 'is' : 'are'} gone`,
  assignTitle: (number: number) => `Assign experts to ${assessments(number)}`,
  notPossible: (number: number) => `${assessments(number)} cannot be assigned; see the reasons below.`,
  status: (status: string) => `Experts cannot be assigned in this status: ${status}`,
  level: (level: string) => `At ${level} the province-level unit assigns the experts`,
  running: 'Working…',
  bulk: {
    title: 'Bulk run',
    /** `number`: the selected rows for which the act is possible; null while not all are known. */
    buttons: {
      assign: (number: number | null) => `Assign and start the review${ofThem(number)}…`,
      first_passed: (number: number | null) => `Pass the first review${ofThem(number)}…`,
      returned: (number: number | null) => `Return${ofThem(number)}…`,
    },
    noneFits: 'No step is possible for those selected',
    made: {
      assign: (number: number) => `Experts assigned to ${assessments(number)}`,
      first_passed: (number: number) => `First review of ${assessments(number)} passed`,
      returned: (number: number) => `${assessments(number)} returned`,
    },
    how: 'How experts are chosen',
    balance: 'Balanced',
    named: 'Chosen experts',
    size: 'Experts for each assessment',
    balanceNote:
      'Lowest load first, then missing specialties, then the same city; never one who works for the station.',
    namedNote: 'The chosen experts are added; those assigned already stay.',
    start: 'Start the review after assigning',
    reading: 'Reading the assessments',
    preview: 'Preview',
    after: 'Experts after assignment',
    ofCity: 'same city',
    tooFew: 'Too few experts who do not work for this station',
    more: (number: number) => `and ${number} more`,
    assign: (number: number) => `Assign ${number}`,
    assignAndStart: (number: number) => `Assign and start ${number}`,
    stepTitle: {
      first_passed: (number: number) => `Pass the first review of ${assessments(number)}`,
      returned: (number: number) => `Return ${assessments(number)}`,
    },
    step: {
      first_passed: (number: number) => `Pass ${number}`,
      returned: (number: number) => `Return ${number}`,
    },
    text: { first_passed: 'Description', returned: 'Reason for the return' },
    textNote: {
      first_passed: 'The same text is used for all of them.',
      returned: 'The same reason is used for all of them; the stations can correct and submit again.',
    },
    notTheirs: (number: number) => `${assessments(number)} cannot take this step now and will be skipped.`,
    changed: 'Changed by somebody else in the meantime; nothing was done',
    done: (number: number) => `${assessments(number)} done`,
    same: (number: number) => `${assessments(number)} had been done already`,
    left: (number: number) => `${assessments(number)} left`,
    failed: (number: number) => `${assessments(number)} failed`,
    stop: 'Stop',
    goOn: (number: number) => `Continue with ${number}`,
    cutOff: (done: number, all: number) => `A bulk run was interrupted: ${done} of ${all} finished.`,
    look: 'Review and continue',
  },
  reason: 'Reason',
  ownUnit: (names: string) => `Four-eyes rule: ${names} works for this station or its owner`,
};

export type AssessmentList = typeof assessmentList;
