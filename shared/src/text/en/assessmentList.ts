const assessments = (number: number) => (number === 1 ? '1 assessment' : `${number} assessments`);

/** Texts of the assessment list: its rows, and the actions on selected rows. */
export const assessmentList = {
  changedSince: 'Changed since',
  inStatus: (days: number) => (days === 0 ? 'since today' : days === 1 ? 'for 1 day' : `for ${days} days`),
  assign: 'Assign experts',
  export: 'Export selected',
  /** The file name for the export of selected rows. */
  fileName: (day: string) => `assessments-selected-${day}`,
  gone: (number: number) => `${assessments(number)} of those selected ${number === 1 ? 'is' : 'are'} no longer there`,
  assignTitle: (number: number) => `Assign experts to ${assessments(number)}`,
  assignNote: 'They are added to the experts that are assigned already.',
  notPossible: (number: number) => `${assessments(number)} cannot be assigned to; the reasons are told at the end.`,
  status: (status: string) => `Experts cannot be assigned in this status: ${status}`,
  level: (level: string) => `At ${level} the province-level unit assigns the experts`,
  running: 'Assigning…',
  done: (number: number) => `${assessments(number)} assigned to`,
  same: (number: number) => `${assessments(number)} had these experts already`,
  failed: (number: number) => `${assessments(number)} not assigned to`,
  reason: 'Reason',
  ownUnit: (names: string) => `Four-eyes rule: ${names} works for this station or its owner`,
};

export type AssessmentList = typeof assessmentList;
