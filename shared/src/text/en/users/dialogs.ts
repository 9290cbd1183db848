import { counted } from '../../counted.ts';

/** Texts of the dialogs that add, delete, recover and import accounts, link stations with an aggregate account, and tell what a deletion or a reset ends. */
export const users = {
  operations: {
    delete: {
      one: (name: string) => `Move ${name} to the recycle bin?`,
      many: (count: number) => `Move ${count} users to the recycle bin?`,
      note: 'They can no longer log in; you can recover them from the recycle bin.',
      done: (count: number) => (count === 1 ? '1 user is in the recycle bin' : `${count} users are in the recycle bin`),
    },
    recover: {
      one: (name: string) => `Recover ${name}?`,
      many: (count: number) => `Recover ${count} users?`,
      note: 'They can log in again with their old password.',
      done: (count: number) => (count === 1 ? '1 user recovered' : `${count} users recovered`),
    },
    reset: {
      one: (name: string) => `Reset the password of ${name}?`,
      many: (count: number) => `Reset the passwords of ${count} users?`,
      note: 'Their sessions end, and they get initial passwords, shown only once.',
      done: (count: number) => (count === 1 ? '1 password reset' : `${count} passwords reset`),
    },
    remove: {
      one: (name: string) => `Delete ${name} for good?`,
      many: (count: number) => `Delete ${count} users for good?`,
      note: 'This cannot be undone.',
      done: (count: number) => (count === 1 ? '1 user deleted for good' : `${count} users deleted for good`),
    },
  },
  openReviews: (count: number) => `${count} open ${count === 1 ? 'review' : 'reviews'}`,
  otherReviews: 'Latest other reviews',
  sections: { unit: 'Station', contact: 'Contact', plant: 'Plant' },
  degrees: (example: string) => `Decimal degrees, such as ${example}`,
  passwordHint: 'Leave empty to generate an initial password',
  initialTitle: 'Initial password',
  initialOnce: 'Shown only once. Pass it on; it must be changed at the first login.',
  roleFirst: 'Name and contact follow once a role is chosen',
  import: {
    title: {
      managers: 'Import review units',
      experts: 'Import experts',
      stations: 'Import stations',
      supervisors: 'Import aggregate accounts',
    },
    intro: 'Choose an xlsx or csv file with the columns of the template.',
    template: 'Template',
    drop: 'or drop it here',
    noRows: 'The file has no rows',
    right: (count: number) => (count === 1 ? '1 row can be imported' : `${count} rows can be imported`),
    wrong: (count: number) => (count === 1 ? '1 row is invalid and skipped' : `${count} rows are invalid and skipped`),
    start: (count: number) => `Import ${count}`,
    stop: 'Stop',
    stopped: (count: number) => (count === 1 ? '1 row was not sent' : `${count} rows were not sent`),
    imported: (count: number) => (count === 1 ? '1 imported' : `${count} imported`),
    failed: (count: number) => (count === 1 ? '1 failed' : `${count} failed`),
    again: (count: number) => `Try ${count} again`,
    report: 'Download the report',
    reportNote: 'It has the initial passwords, which are shown nowhere else.',
    reportName: 'import-report',
    outcome: 'Outcome',
    outcomes: { done: 'Imported', failed: 'Failed', wrong: 'Wrong', waiting: 'Not sent' },
    another: 'Another file',
  },
  links: {
    title: (name: string) => `Stations of ${name}`,
    linked: 'Linked',
    unlinked: 'Not linked',
    /** `count`: the stations selected. */
    add: (count: number) => (count === 0 ? 'Link' : `Link ${count}`),
    remove: (count: number) => (count === 0 ? 'Unlink' : `Unlink ${count}`),
    changed: (count: number) => (count === 1 ? '1 station is linked now' : `${count} stations are linked now`),
  },
  effects: {
    looking: 'Looking for open work',
    application: (name: string, number: string, status: string) =>
      `${name}: can no longer continue application ${number} (${status})`,
    reviews: (name: string, reviews: number, scored: number) =>
      `${name}: ${reviews === 1 ? '1 open review ends' : `${reviews} open reviews end`}, ${counted(scored, 'score', 'scores')} no longer ${scored === 1 ? 'counts' : 'count'}`,
    more: {
      delete: (count: number) => `and ${counted(count, 'more account', 'more accounts')} with open work`,
      reset: (count: number) => `and ${counted(count, 'more account', 'more accounts')}`,
    },
    agree: {
      delete: 'I understand that this work ends',
      reset: 'I understand that others must take these steps',
    },
  },
};

export type UsersText = typeof users;
