import type { NoticeKind } from '../../../domain/notices/kinds.ts';

/** Texts of what the terminal UI shows beside its lists and on its home page. */
export const tuiViews = {
  detail: {
    publicUntil: (day: string) => `Public to ${day}`,
    inStage: 'In stage',
    daysShort: 'Days',
    lastDay: 'Last day',
    toAnswer: (remarks: number) => (remarks === 1 ? '1 remark to answer' : `${remarks} remarks to answer`),
    days: (days: number, over: number) =>
      over > 0 ? `${days} days, ${over} over` : days === 1 ? '1 day' : `${days} days`,
    phases: { application: 'Application', firstReview: 'First review', experts: 'Experts', conclusion: 'Conclusion' },
    selfScore: 'Self',
    expertScore: 'Expert',
    counts: (remarks: number, files: number, evidence: number) => [
      `Remarks ${remarks}`,
      `Files ${files}`,
      `Evidence ${evidence}`,
    ],
  },
  live: {
    copied: (text: string) => `Copied ${text}`,
    set: (on: boolean): string => (on ? 'Lists refresh every 5 s' : 'Lists no longer refresh by themselves'),
    stalled: (at: string) => `as of ${at}, not connected, trying again`,
    waiting: 'No answer yet, trying again.',
    lost: 'does not answer, trying again',
    connected: 'Connected',
    lastLogin: (at: string) => `last login ${at}`,
  },
  notices: {
    columns: {
      at: 'Time',
      kind: 'Notice',
      station: 'Station',
      reached: 'State or day',
      number: 'Number',
      text: 'Text',
    },
    /** Short names, for a column. */
    kinds: {
      submitted: 'Submitted',
      returned: 'Returned',
      passedOn: 'Passed on',
      assigned: 'Assigned to you',
      takenOff: 'Taken off',
      proposed: 'Proposed',
      proposalStopped: 'Proposal stopped',
      concluded: 'Concluded',
      answered: 'Remark answered',
      ratingEnds: 'Rating ends',
      overdue: 'Stage overdue',
      findingDue: 'Finding due',
      findingOverdue: 'Finding overdue',
      undelivered: 'Not delivered',
    } satisfies Record<NoticeKind, string>,
    search: 'Notice, station or number',
    onlyUnread: 'Unread only',
    left: (unread: number) => `Marked as read; ${unread} unread left`,
  },
  home: {
    unread: (count: string) => `N notices: ${count} unread`,
    waiting: (count: string) => `Waiting for you: ${count}`,
    overdue: (count: string) => `Overdue: ${count}`,
    overdueCount: (count: string) => `${count} overdue`,
    nothing: 'Nothing is waiting.',
    days: (days: number, isOverdue: boolean) => `${days} d${isOverdue ? '!' : ' '}`,
    /** What an expert has left of a review. */
    left: (days: number) => `${days} d left`,
    over: (days: number) => `${days} d over!`,
    toScore: (items: number) => (items === 1 ? '1 item to score' : `${items} items to score`),
    toConclude: 'conclusion next',
    stages: 'Stages: reviews, median days',
    expiring: (soon: string, later: string) => `Ratings ending within 30 days ${soon}, 90 days ${later}`,
    map: 'Rated stations, %',
    region: 'Whole region',
    own: 'mine',
    toReview: 'Reviews to do',
    itemsLeft: 'Items to score',
    nextLastDay: 'Earliest last day',
    station: 'Your station',
    rating: (level: string, day: string) => `Rating: ${level}, last day ${day}`,
    noRating: 'No valid rating',
    findings: (counts: string) => `F findings: ${counts}`,
    findingCounts: {
      unclosed: (count: string) => `${count} not closed`,
      done: (count: string) => `${count} to be checked`,
      overdue: (count: string) => `${count} overdue`,
    },
  },
};

export type TuiViews = typeof tuiViews;
