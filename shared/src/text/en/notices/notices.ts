import type { Level, Status } from '../../../domain/assessment/statuses.ts';
import type { Channel, NoticeKind, NoticeParams } from '../../../domain/notices/kinds.ts';
import type { Timing } from '../../../domain/notices/preferences.ts';

type Words = {
  readonly statuses: Readonly<Record<Status, string>>;
  readonly levels: Readonly<Record<Level, string>>;
};

/** Texts of notices, in the reader's language. */
export const notices = {
  title: 'Notices',
  none: 'No notices',
  noneHint: 'Applications, decisions, deadlines and answers that concern you appear here.',
  unread: (count: number) => (count === 1 ? '1 unread notice' : `${count} unread notices`),
  unreadHere: (count: number) => `${count} unread`,
  isUnread: 'Unread',
  readAll: 'Mark all as read',
  settings: 'Notice settings',
  overdue: (count: string) => (count === '1' ? '1 application overdue' : `${count} applications overdue`),
  findingOverdue: (count: string) => (count === '1' ? '1 finding overdue' : `${count} findings overdue`),
  others: 'Other notices',
  more: (count: number) => `Show ${count} more`,
  day: {
    proposed: (day) => `shown until ${day}`,
    ratingEnds: (day) => `ends ${day}`,
    findingDue: (day) => `due ${day}`,
    findingOverdue: (day) => `was due ${day}`,
  } as Partial<Record<NoticeKind, (day: string) => string>>,
  older: 'Older',
  daily: (count: number) => `${count} notices`,
  why: 'You get this because your account asked for it. Change it in the console: your name, User info, Notices.',
  kind: 'Notice',
  how: 'Notices wait under the bell. They can also be sent to you, at once or as one message a day at 8:00.',
  where: 'Send to',
  when: 'When',
  all: 'All notices',
  mixed: 'Mixed',
  closed: {
    mail: 'Enter a mail address to choose here what is sent by mail.',
    webhook: 'Enter a webhook address to choose here what is sent to it.',
  } as Record<Channel, string>,
  unsaved: (count: number) => `${count} unsaved ${count === 1 ? 'change' : 'changes'}.`,
  unchanged: 'Nothing has changed',
  discard: 'Discard changes',
  noMail: 'No mail server is set up, so no mail is sent yet.',
  noMailAsk: 'Ask the system administrator to set one up.',
  noMailSet: 'Set up the mail server',
  language: 'Language of notices',
  mailAddress: 'Mail address',
  webhookAddress: 'Webhook address (https://…)',
  webhookHint: 'Usually blank. For a program that receives notices by POST, signed as in Standard Webhooks.',
  secret:
    'Signing secret, shown only now. Enter it in your program, which checks with it that a notice comes from here:',
  newSecret: 'New signing secret',
  channels: { mail: 'Mail', webhook: 'Webhook' } as Record<Channel, string>,
  timings: { never: 'Never', atOnce: 'At once', daily: 'Daily at 8:00' } as Record<Timing, string>,
  kinds: {
    submitted: 'Application submitted',
    returned: 'Application returned',
    passedOn: 'Application passed on',
    assigned: 'Assigned as an expert',
    takenOff: 'Removed from a review',
    proposed: 'Decision proposed',
    proposalStopped: 'Proposal stopped',
    concluded: 'Review concluded',
    answered: 'Remark answered',
    ratingEnds: 'Rating about to end',
    overdue: 'Stage overdue',
    findingDue: 'Finding due soon',
    findingOverdue: 'Finding overdue',
    undelivered: 'Messages not delivered',
  } satisfies Record<NoticeKind, string>,
  texts: {
    submitted: ({ number, station }) => `${station} submitted application ${number}: it waits for the first review.`,
    returned: ({ number, station }) => `Application ${number} of ${station} was returned.`,
    passedOn: ({ number, station, status }, { statuses }) =>
      `Application ${number} of ${station} is now: ${statuses[status]}.`,
    assigned: ({ number, station }) => `You were assigned to the review of ${station}, ${number}.`,
    takenOff: ({ number, station }) => `You were removed from the review of ${station}, ${number}.`,
    proposed: ({ number, station, level, until }, { levels }) =>
      `${station}, ${number}, ${levels[level]}, is proposed to pass; shown to the public until ${until}.`,
    proposalStopped: ({ number, station }) =>
      `The proposal of ${station}, ${number}, was stopped; it waits for the final decision again.`,
    concluded: ({ number, station, level, status }, { statuses, levels }) =>
      `${station}, ${number}, ${levels[level]}: ${statuses[status]}.`,
    answered: ({ number, station }) => `${station} answered a remark on application ${number}.`,
    ratingEnds: ({ station, level, until }, { levels }) =>
      `The rating of ${station}, ${levels[level]}, ends on ${until}.`,
    overdue: ({ number, station, status }, { statuses }) =>
      `Application ${number} of ${station} is overdue: ${statuses[status]}.`,
    findingDue: ({ no, station, due }) => `Finding ${no} of ${station} is due on ${due}.`,
    findingOverdue: ({ no, station, due }) => `Finding ${no} of ${station} is overdue: it was due on ${due}.`,
    undelivered: ({ channel, target }) =>
      channel === 'mail'
        ? `A mail to ${target} could not be delivered for three days and was dropped. Check the address.`
        : `The webhook at ${target} did not accept a message for three days; that message was dropped. Check its address.`,
  } as { [K in NoticeKind]: (params: NoticeParams[K], words: Words) => string },
};
export type Notices = typeof notices;
