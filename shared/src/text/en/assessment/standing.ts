/** How an assessment stands, and what its reader can do: `shp assessments show`. */
export const standing = {
  days: 'Days in this status',
  /** `left` is null where the stage has no time limit, or it is over. */
  inStatus: (days: number, left: number | null, over: number): string =>
    [String(days), ...(over > 0 ? [`${over} overdue`] : []), ...(left === null ? [] : [`${left} left`])].join(', '),
  next: 'Next steps',
  none: 'No step is open to you now',
  notYet: (step: string) => `${step} (not yet)`,
  /** What the command of such a step does. */
  why: 'says why',
  acts: {
    editForm: 'Fill in the form',
    scoreStation: 'Self score',
    uploadEvidence: 'Add evidence',
    assign: 'Assign experts',
    scoreExpert: 'Expert score',
    conclude: 'Write the conclusion',
  },
};

export type Standing = typeof standing;
