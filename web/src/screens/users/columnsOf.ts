import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Column } from '@shp/shared/sheets/column';
import { LINKS_COLUMN, LOAD_COLUMN, RATING_COLUMNS, USER_COLUMNS } from '@shp/shared/sheets/users';
import { headings as en } from '@shp/shared/text/en/users/headings';
import { headings as zh } from '@shp/shared/text/zh/users/headings';
import { FONT_SIZES } from '../../theme/tokens.ts';

const OF_STATIONS = [
  'creditCode',
  'address',
  'longitude',
  'latitude',
  'river',
  'legalPerson',
  'units',
  'annualOutput',
  'commissionedOn',
  'development',
  'reservoirCapacity',
  'owner',
  'createdAt',
  'lastLoginAt',
];
/** Columns hidden by default. An aggregate account has no use for the accounts of its stations. */
export const HIDDEN: Record<UserKind | 'supervised', readonly string[]> = {
  managers: ['address', 'email', 'createdAt'],
  experts: ['email', 'createdAt', 'lastLoginAt'],
  stations: OF_STATIONS,
  supervisors: ['createdAt'],
  supervised: [...OF_STATIONS, 'account'],
};

/** The columns of a user list. */
export function columnsOf(kind: UserKind): readonly Column<User>[] {
  if (kind === 'experts') return shortly([...USER_COLUMNS.experts, LOAD_COLUMN as Column<User>]);
  if (kind === 'supervisors') {
    const [account, ...others] = USER_COLUMNS.supervisors;
    return [account, LINKS_COLUMN, ...others] as Column<User>[];
  }
  return kind === 'stations' ? shortly([...USER_COLUMNS.stations, ...RATING_COLUMNS]) : USER_COLUMNS[kind];
}

/** Columns with the short headings. */
export function shortly<R extends User>(columns: readonly Column<R>[]): Column<R>[] {
  return columns.map((column) => {
    const { key, heading } = column;
    return { ...column, heading: { en: en[key] ?? heading.en, zh: zh[key] ?? heading.zh } };
  });
}

type List = UserKind | 'supervised';

/** What a card on a phone shows beneath its heading, line by line: first why somebody opens the list. */
const LINES: Record<List, readonly (readonly string[])[]> = {
  managers: [
    ['role', 'division'],
    ['contact', 'phone'],
    ['account', 'lastLoginAt'],
  ],
  experts: [
    ['specialties', 'load'],
    ['unit', 'title'],
    ['account', 'division', 'phone'],
  ],
  stations: [
    ['rating', 'ratedUntil'],
    ['division', 'capacity'],
    ['account', 'contact', 'phone'],
  ],
  supervisors: [['links'], ['unit'], ['contact', 'phone', 'account', 'lastLoginAt']],
  supervised: [
    ['rating', 'ratedUntil'],
    ['division', 'status'],
    ['account', 'contact', 'phone', 'capacity'],
  ],
};
/** What is not plain without its heading. */
const NAMED: readonly string[] = ['capacity', 'links', 'load', 'lastLoginAt', 'ratedUntil', 'status'];

/** How a list's rows look, on a phone as cards; columns that no line names have a line of their own below. */
export const cardsOf = (list: List) => ({
  classOf(key: string): string | undefined {
    const line = LINES[list].findIndex((keys) => keys.includes(key));
    if (line < 0) return undefined;
    return NAMED.includes(key) ? `line${line} named` : `line${line}`;
  },
  sx: list === 'experts' ? { ...CARDS, ...PEOPLE } : CARDS,
});

/** Names of people are shorter than those of stations and units. */
const PEOPLE = { '& tbody td.heading': { minWidth: '7rem' } } as const;

const CARDS = {
  '@media (max-width: 599.95px)': {
    '& tbody tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, rowGap: 0 },
    // They end the first two lines.
    '& tbody tr::before, & tbody tr::after': { content: '""', flex: '1 0 100%' },
    '& tbody tr::before': { order: 2 },
    '& tbody tr::after': { order: 4 },
    '& tbody td.MuiTableCell-root': { flex: '1 1 100%', order: 6, pb: 0.25 },
    '& tbody td.MuiTableCell-root:is(.line0, .line1, .line2)': { flex: 'none', maxWidth: '100%' },
    '& tbody td.MuiTableCell-root.line0': { order: 1 },
    '& tbody td.MuiTableCell-root.line1': { order: 3 },
    '& tbody td.MuiTableCell-root.line2': { order: 5, fontSize: FONT_SIZES.small, color: 'text.secondary' },
    '& tbody td.named::before': {
      content: 'attr(data-label)',
      mr: 0.75,
      fontSize: FONT_SIZES.small,
      color: 'text.secondary',
    },
  },
} as const;
