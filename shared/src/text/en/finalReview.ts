import type { StepCondition } from '../../domain/lifecycle.ts';

const places = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** Texts of the final manager's page. */
export const finalReview = {
  tabs: { experts: 'Experts', compare: 'Comparison', conclude: 'Conclusion' },
  print: 'Print conclusion',
  experts: {
    title: 'Experts',
    add: 'Assign experts',
    addTitle: 'Assign experts',
    added: (number: number) => places(number, 'expert is assigned', 'experts are assigned'),
    unchanged: 'These experts were assigned already',
    none: 'No expert is assigned yet.',
    needed: (needed: number) => `At least ${needed} needed.`,
    notNow: 'Experts are assigned before and during the expert review.',
    scored: (scored: number, items: number) => `${scored} of ${items} items scored`,
    progressOf: (name: string) => `Progress of ${name}`,
    concluded: 'Concluded',
    working: 'Not concluded yet',
    dropped: 'Not concluded, does not count',
    sum: (score100: string) => `score ${score100}`,
    remove: (name: string) => `Take off ${name}`,
    removeShort: 'Take off',
    removeAsk: (name: string) => `Take ${name} off this review?`,
    removed: (name: string) => `${name} is taken off`,
    mayNotRemove: 'Has scored and stays.',
    contact: 'Phone',
  },
  compare: {
    title: 'Comparison',
    none: 'There are no experts to compare yet.',
    totals: 'Totals and chapter rates',
    items: 'Items',
    station: 'Station',
    mean: 'Mean',
    spread: 'Spread',
    full: 'Points',
    item: 'Item',
    result: (experts: number) => `Result (mean of ${places(experts, 'expert', 'experts')} concluded)`,
    noResult: 'Result (nobody has concluded)',
    score100: 'Score',
    incomplete: 'not everything is scored',
    qualifies: 'Qualifies for',
    noLevel: 'no level',
    needs: (level: string) => `Needed for ${level}`,
    least: (value: string) => `≥ ${value}`,
    below: (value: string, least: string) => `${value}, below ${least}`,
    working: 'not concluded',
    chapter: 'Chapter',
    allChapters: 'All chapters',
    differ: 'Only where they differ',
    changed: 'Only what changed',
    order: 'Order',
    orders: { standard: 'As in the standard', spread: 'Largest spread first' },
    shown: (shown: number, all: number) => `${shown} of ${all} items`,
    nothing: 'No item fits.',
    changedMark: 'Changed',
    toItem: (serial: string) => `Item ${serial}: what the station sent`,
    disagree: 'some hold it missing',
    byAdmin: 'by an administrator',
  },
  conclude: {
    resultTitle: 'Result',
    noResult: 'Nobody has concluded: there is no result yet.',
    proposal: {
      pass: (level: string) => `By the rules: pass at ${level}`,
      other: (level: string, reached: string) => `By the rules: not ${level}, applied for; the result reaches ${reached}`,
      fail: (level: string) => `By the rules: not passed, the result does not reach ${level}`,
    },
    lacking: {
      score: (score: string, needed: string) => `Score ${score}, needed ${needed}`,
      chapter: (serial: string, rate: string, needed: string) => `Chapter ${serial}: ${rate} %, needed ${needed} %`,
    },
    basis: (experts: number) => `Mean of ${places(experts, 'expert', 'experts')} who concluded`,
    validity: (day: string, years: number) =>
      `Passed today, the rating would be valid until ${day} (${places(years, 'year', 'years')}).`,
    valid: (day: string) => `The rating is valid until ${day}.`,
    ended: (day: string) => `The rating ended on ${day}.`,
    expertsTitle: "Experts' conclusions",
    noConclusions: 'No expert has concluded yet.',
    textTitle: "Manager's conclusion",
    text: 'Conclusion',
    textHint: 'It is saved as you type. The station and the experts read it only once the review is concluded.',
    noText: 'No conclusion has been written.',
    propose: 'Put in the proposed wording',
    proposed: (facts: {
      station: string;
      level: string;
      score: string;
      experts: number;
      passes: boolean;
    }) =>
      `${places(facts.experts, 'expert', 'experts')} reviewed ${facts.station}; mean score ${facts.score}. The result ${
        facts.passes ? `qualifies for ${facts.level}` : `does not qualify for ${facts.level}`
      }; ${facts.passes ? 'the rating is granted' : 'the rating is not granted'}.`,
    by: (name: string) => `Written by ${name}`,
    rules: 'Rules of the steps',
    rulesNote: 'A step can be made when all its rules are met.',
    met: 'met',
    unmet: 'not met',
    asked: 'asked for with the step',
    noRule: 'No condition',
    anyTime: {} as Partial<Record<StepCondition, string>>,
  },
};

export type FinalReview = typeof finalReview;
