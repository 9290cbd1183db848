import { counted } from '../counted.ts';

/** Texts of the pages for reading and deciding a station's application. */
export const managing = {
  parts: {
    findings: 'Findings',
    form: 'Application form',
    score: 'Self scores',
    files: 'Files',
    experts: 'Expert review',
    compare: 'Comparison',
    decide: 'Remarks',
    steps: 'Steps',
    audit: 'Audit trail',
  },
  lastReturn: (day: string) => `Last returned on ${day}`,
  changes: {
    inPart: (part: string, places: number) => `${part}, ${counted(places, 'change', 'changes')}`,
    only: 'Only what changed',
    nothing: 'Nothing changed here since the previous submission.',
    before: 'Before:',
    added: 'New since the previous submission',
    gone: 'Removed since the previous submission',
  },
  remarking: {
    removed: 'Remark removed',
    add: 'Remark',
    on: (place: string) => `Remark on ${place}`,
    remove: (place: string) => `Remove the remark on ${place}`,
    move: 'Move',
    moveOf: (place: string) => `Move the remark on ${place}`,
    moving: 'Now choose its place in the application',
    moveHere: 'Move here',
    moveTo: (place: string) => `Move the remark to ${place}`,
    collected: 'Remarks to be sent',
    collectedCount: (part: string, remarks: number) => `${part}, ${counted(remarks, 'remark', 'remarks')} to be sent`,
    none: 'You can remark on every field, item and file; remarks are collected here and sent with the next step.',
    kept: 'They are stored in this browser until sent.',
    fileGone: (name: string) =>
      `${name} is gone; the remark is now at its item or category. Please check it and send again.`,
  },
  waiting: {
    next: (left: number) => `Next waiting for me (${left})`,
    none: 'Nothing else is waiting for you.',
  },
  experts: {
    none: 'No experts are assigned yet.',
    expert: 'Expert',
    progress: 'Scored',
    score: 'Score',
    concluded: 'Concluded',
    notConcluded: 'Not concluded',
    toScores: 'View scores',
    scoresOf: (name: string) => `Scores of ${name}`,
    result: (experts: number) => `Result: the mean of ${counted(experts, 'expert', 'experts')}`,
    noResult: 'No expert has concluded yet.',
    conclusions: "The experts' conclusions",
    noConclusion: 'The manager has not written a conclusion yet.',
    toPrint: 'Printed conclusion',
    preview: 'Preview the conclusion',
  },
};

export type Managing = typeof managing;
