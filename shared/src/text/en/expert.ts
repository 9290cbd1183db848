import { counted } from '../counted.ts';

/** Texts of the expert's page. */
export const expert = {
  parts: {
    score: 'Scoring',
    form: 'Application form',
    files: 'Files',
    conclusion: 'Conclusion',
    left: (items: number) => `Scoring, ${counted(items, 'item', 'items')} left`,
    leftShort: (items: number) => `${items} left`,
  },
  scoresOf: 'Scores of',
  nobody: 'No expert is assigned yet.',
  closed: {
    early: 'Scores can be given once the expert review has started.',
    concluded: 'You have concluded; scores and conclusion can no longer be changed.',
    over: 'The expert review is over: nothing can be changed.',
  },
  station: {
    label: 'Station',
    unscored: 'Not scored by the station.',
    take: 'Use this score',
    takeOf: (serial: string) => `Use the station's score of item ${serial}`,
    takeChapter: (items: number) =>
      `Use the station's scores for ${counted(items, 'untouched item', 'untouched items')}`,
    takeAsk: (items: number) => `Use the station's scores and reasons for ${counted(items, 'item', 'items')}?`,
    takeNote: 'Only items of this chapter that you have not touched. Each can be changed afterwards.',
    takeYes: 'Use them',
    taken: (items: number) => `${counted(items, 'item', 'items')} taken over`,
  },
  sum: {
    left: (items: number) =>
      items === 0 ? 'Every item is scored.' : `${counted(items, 'item is', 'items are')} left.`,
    qualifies: (level: string) => `qualifies for ${level}`,
    qualifiesNone: 'qualifies for no level',
  },
  open: {
    title: (items: number) => `What is left (${items})`,
    unscored: 'Not scored',
    reasonMissing: 'Reason missing',
    waiting: 'Loading chapters…',
  },
  keys: {
    label: 'Keys',
    next: 'next open item',
    station: "station's score",
    full: 'full points',
    missing: 'missing',
    evidence: 'evidence',
    phrases: 'phrases',
    phrase: 'insert a phrase',
  },
  phrases: {
    more: 'All phrases',
    button: 'Phrases',
    of: (serial: string) => `Phrases for item ${serial}`,
    keep: 'Save this reason as a phrase',
    manage: 'Edit my phrases…',
    manageTitle: 'My phrases',
    note: 'Stored in this browser for your account. Insert the first nine with Alt and their number.',
    none: 'You have no phrases of your own yet.',
    added: 'New phrase',
    add: 'Add',
    remove: (phrase: string) => `Remove “${phrase}”`,
    removed: 'Phrase removed',
    kept: 'Saved as a phrase',
    offered: [
      'The rules are incomplete or have not been revised in time',
      'Records are incomplete: signatures or dates are missing',
      'No valid evidence was provided',
      'The documents do not match what was found on site',
      'Inspection or test is out of date',
      'Hidden dangers were not followed up to the end',
      'The station has no such facility',
    ],
  },
  conclude: {
    text: 'Your conclusion',
    textNote: 'Saved as you type; you can change it until you conclude.',
    title: 'Conclude',
    action: 'Conclude',
    notYet: 'Not possible yet:',
    itemsLeft: (items: number) =>
      `${counted(items, 'item is not scored or lacks', 'items are not scored or lack')} a reason`,
    textBlank: 'the conclusion is not written',
    unsent: (edits: number) => `${counted(edits, 'edit has', 'edits have')} not been sent yet`,
    ask: (score: string) => `Conclude with ${score} points?`,
    askNote: 'Scores and conclusion cannot be changed afterwards, unless the final manager reopens the review.',
    changed: 'The conclusion was changed in another browser. Please read it again.',
    onlyExpert: 'Only the expert can conclude.',
    at: 'Concluded on',
    noText: 'Nothing written.',
  },
  result: {
    title: 'Result of the review',
    experts: (experts: number) => `Mean of ${counted(experts, 'expert', 'experts')}`,
    conclusions: "The experts' conclusions",
    of: (name: string, score: string) => `${name}: ${score}`,
  },
};

export type ExpertText = typeof expert;
