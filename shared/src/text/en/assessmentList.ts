const assessments = (number: number) => (number === 1 ? '1 assessment' : `${number} assessments`);

/** Texts of the assessment list: its rows, and the actions on selected rows. */
export const assessmentList = {
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
  overdueBy: (days: number) => (days > 0 ? `, ${days} overdue` : ', overdue'),
  seeAll: 'Show all assessments',
  changedSince: 'Changed since',
  inStatus: (days: number) => (days === 0 ? 'since today' : days === 1 ? 'for 1 day' : `for ${days} days`),
  assign: 'Assign experts',
  export: 'Export selected',
  /** The file name for the export of selected rows. */
  fileName: (day: string) => `assessments-selected-${day}`,
  gone: (number: number) => `${assessments(number)} of those selected ${number === 1 ? 'is' : 'are'} gone`,
  assignTitle: (number: number) => `Assign experts to ${assessments(number)}`,
  assignNote: 'They are added to the assigned experts.',
  notPossible: (number: number) => `${assessments(number)} cannot be assigned; the reasons follow at the end.`,
  status: (status: string) => `Experts cannot be assigned in this status: ${status}`,
  level: (level: string) => `At ${level} the province-level unit assigns the experts`,
  running: 'Assigning…',
  done: (number: number) => `${assessments(number)} assigned`,
  same: (number: number) => `${assessments(number)} already had these experts`,
  failed: (number: number) => `${assessments(number)} not assigned`,
  reason: 'Reason',
  ownUnit: (names: string) => `Four-eyes rule: ${names} works for this station or its owner`,
};

export type AssessmentList = typeof assessmentList;
