import { MANAGERS, USER_ROLES, type UserRole } from '../accounts/roles.ts';
import type { StepName } from '../assessment/lifecycle.ts';
import type { Level, Status } from '../assessment/statuses.ts';

/**
 * The recipients of a notice (docs/spec/domain.md#notices):
 * - `named`: the accounts that the event itself names;
 * - `station`: the assessment's station;
 * - `waiting`: the accounts for which the assessment now waits;
 * - `inCharge`: the unit that answers for the present stage;
 * - `firstUnit`: the unit of the first review;
 * - `experts`: the experts who count;
 * - `supervisors`: the aggregate accounts linked to the station.
 */
export type Audience = 'named' | 'station' | 'waiting' | 'inCharge' | 'firstUnit' | 'experts' | 'supervisors';

/** What a notice leads to: the page of its assessment, the list of assessments or findings, or the reader's profile. */
export type NoticePlace = 'assessment' | 'assessments' | 'findings' | 'profile';

type Row = { readonly to: readonly Audience[]; readonly place: NoticePlace };

/**
 * The kinds of notice. To add one: its row here, its parameters in {@link NoticeParams}, its texts in
 * `text/{en,zh}/notices/notices.ts`, and a call of `notify` where it happens.
 */
export const NOTICES = {
  submitted: { to: ['waiting'], place: 'assessment' },
  returned: { to: ['station'], place: 'assessment' },
  passedOn: { to: ['station', 'waiting'], place: 'assessment' },
  assigned: { to: ['named'], place: 'assessment' },
  takenOff: { to: ['named'], place: 'assessments' },
  proposed: { to: ['station', 'firstUnit', 'supervisors'], place: 'assessment' },
  proposalStopped: { to: ['station', 'firstUnit', 'supervisors', 'waiting'], place: 'assessment' },
  concluded: { to: ['station', 'firstUnit', 'experts', 'supervisors'], place: 'assessment' },
  answered: { to: ['named'], place: 'assessment' },
  ratingEnds: { to: ['station', 'firstUnit', 'supervisors'], place: 'assessment' },
  overdue: { to: ['waiting', 'inCharge'], place: 'assessment' },
  findingDue: { to: ['station'], place: 'findings' },
  findingOverdue: { to: ['station', 'firstUnit'], place: 'findings' },
  undelivered: { to: ['named'], place: 'profile' },
} as const satisfies Record<string, Row>;

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as [NoticeKind, ...NoticeKind[]];

/** The roles of each audience; a review in progress also waits for its experts. */
const READERS: Record<Audience, (kind: NoticeKind) => readonly UserRole[]> = {
  named: (kind) => {
    if (kind === 'answered') return [...MANAGERS, 'admin'];
    return kind === 'assigned' || kind === 'takenOff' ? ['expert'] : USER_ROLES;
  },
  station: () => ['station'],
  waiting: (kind) => (kind === 'passedOn' || kind === 'overdue' ? [...MANAGERS, 'expert'] : MANAGERS),
  inCharge: () => MANAGERS,
  firstUnit: () => MANAGERS,
  experts: () => ['expert'],
  supervisors: () => ['supervisor'],
};

/** The kinds that an account of this role can receive. */
export function noticeKindsFor(role: UserRole): NoticeKind[] {
  return NOTICE_KINDS.filter((kind) => NOTICES[kind].to.some((audience) => READERS[audience](kind).includes(role)));
}

/** The assessment of a notice, as it was when the notice was written. */
export type AboutAssessment = { readonly number: string; readonly station: string; readonly level: Level };

/** The finding of a notice, with its last day. */
export type AboutFinding = { readonly no: string; readonly station: string; readonly due: string };
/** The kinds of notice about a finding, which may belong to no assessment. */
export type FindingNotice = 'findingDue' | 'findingOverdue';

/** The ways in which a notice can reach an account besides the console. */
export const CHANNELS = ['mail', 'webhook'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The parameters of each kind's text. They hold nothing that one of the readers may not see. */
export type NoticeParams = {
  submitted: AboutAssessment;
  returned: AboutAssessment;
  passedOn: AboutAssessment & { readonly status: Status };
  assigned: AboutAssessment;
  takenOff: AboutAssessment;
  proposed: AboutAssessment & { readonly until: string };
  proposalStopped: AboutAssessment;
  concluded: AboutAssessment & { readonly status: Status };
  answered: AboutAssessment;
  ratingEnds: AboutAssessment & { readonly until: string };
  overdue: AboutAssessment & { readonly status: Status };
  findingDue: AboutFinding;
  findingOverdue: AboutFinding;
  undelivered: { readonly channel: Channel; readonly target: string };
};

type NoticeOfStep = 'submitted' | 'returned' | 'passedOn' | 'proposed' | 'proposalStopped' | 'concluded';

/** The notice of each lifecycle step; a station that takes its own application back causes none. */
export const NOTICE_OF_STEP: Record<StepName, NoticeOfStep | null> = {
  submit: 'submitted',
  takeBack: null,
  withdraw: null,
  passFirst: 'passedOn',
  return: 'returned',
  startReview: 'passedOn',
  endReview: 'passedOn',
  reopenReview: 'passedOn',
  propose: 'proposed',
  stopProposal: 'proposalStopped',
  pass: 'concluded',
  fail: 'concluded',
  revoke: 'concluded',
};

/** Days before a rating's end at which its notices are sent. */
export const RATING_DAYS = [90, 30, 7] as const;
/** Days before a finding's last day at which its notices are sent. */
export const FINDING_DAYS = 7;
/** No notices for what became due more days ago, for example while the server was off. */
export const NEWS_DAYS = 7;
