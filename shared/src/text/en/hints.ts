import type { UserRole } from '../../domain/accounts/roles.ts';

const FIND = 'The assessment list opens on “Waiting for me”: what you can do now.';

/** Hints for a first login. */
export const hints = {
  title: 'Getting started',
  close: 'Got it',
  roles: {
    admin: [
      'Add review units, experts, stations and aggregate accounts on their pages, one by one or by importing a sheet.',
      'Settings, audit and the standard are under “System administration”, in the menu under your name.',
      'A row of the assessment list opens everything about that assessment.',
    ],
    ministry_manager: [
      'This page shows the numbers of stations, applications and ratings of the region.',
      '“Documents” holds the files published for you.',
    ],
    province_manager: [
      FIND,
      'After the first review you assign the experts of levels 1 and 2, compare their scores and conclude.',
      'Add units, experts, stations and aggregate accounts on their pages, one by one or by importing a sheet.',
    ],
    city_manager: [
      FIND,
      'You take the first review of stations directly under the city, and conclude all level 3 assessments in the city.',
      'Add experts and stations on their pages, one by one or by importing a sheet.',
    ],
    county_manager: [
      FIND,
      'Open a row to read the application, then pass or return it with your remarks.',
      'Add stations on their page, one by one or by importing a sheet.',
    ],
    expert: [
      FIND,
      'Open a row to score item by item; your input is saved automatically, also offline.',
      'When every item is scored, write your conclusion and conclude.',
    ],
    station: [
      'Apply for an assessment on the page of assessments, then open its row.',
      'Fill in the form, score yourselves, and add files and evidence; your input is saved automatically.',
      'The tab “Submit” lists what is still missing, with a link to each place.',
    ],
    supervisor: [
      'The assessment list shows the stations linked to you; a row opens everything, read-only.',
      '“Aggregate-account stations” shows which stations these are.',
    ],
  } satisfies Record<UserRole, string[]>,
};

export type Hints = typeof hints;

/** Texts of the command box and of the sheet of keys. */
export const find = {
  title: 'Find',
  placeholder: 'Station, number, person, action',
  screens: 'Pages',
  page: 'On this page',
  views: 'Saved views',
  commands: 'Everywhere',
  systemTheme: 'Theme as the system',
  results: (count: number) => `${count} shown`,
  viewAll: (count: string) => `View all ${count} in the list`,
  nothing: (text: string) => `Nothing found for “${text}”.`,
  keys: {
    title: 'Keyboard shortcuts',
    hint: 'Ctrl is Cmd on a Mac.',
    or: 'or',
    places: {
      everywhere: 'Everywhere',
      find: 'In the search box',
      scores: 'While scoring',
      review: 'On an item',
      files: 'At an open file',
      dates: 'At a date',
    },
    does: {
      everywhere: {
        find: 'Find a station, assessment, person or page',
        keys: 'Show these keys',
        undo: 'Undo, while the message shows “Undo”',
      },
      find: { down: 'Next result', up: 'Previous result', open: 'Open', openTab: 'Open in a new tab' },
      scores: {
        next: 'To the reason if one is needed, otherwise to the next score',
        line: 'New line in a reason',
        below: 'Next score',
        above: 'Previous score',
      },
      review: {
        next: 'Next unscored item',
        station: "Use the station's score",
        full: 'Full points',
        missing: 'Reasonable missing item',
        evidence: 'Show the evidence, file by file',
        phrases: 'Choose a phrase',
        phrase: 'Insert a phrase by its number',
      },
      files: {
        previous: 'Previous file',
        next: 'Next file',
        zoomIn: 'Zoom in on a picture',
        zoomOut: 'Zoom out',
        turn: 'Rotate',
      },
      dates: {
        open: 'Open the calendar',
        dayBefore: 'Day before',
        dayAfter: 'Day after',
        weekBefore: 'Week before',
        weekAfter: 'Week after',
        monthBefore: 'Month before',
        monthAfter: 'Month after',
        yearBefore: 'Year before',
        yearAfter: 'Year after',
      },
    },
    /** Names of keys that show no sign of their own. */
    names: {
      ArrowDown: '↓',
      ArrowUp: '↑',
      ArrowLeft: '←',
      ArrowRight: '→',
      PageUp: 'Page Up',
      PageDown: 'Page Down',
    } as Readonly<Record<string, string>>,
  },
};

export type FindText = typeof find;

/** Texts of the calendar of a date field. */
export const calendar = { before: 'Month before', after: 'Month after', today: 'Today', clear: 'Clear' };

export type Calendar = typeof calendar;
