import type { User } from '@shp/shared/api/objects';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { Column } from '@shp/shared/sheets/column';
import { LINKS_COLUMN, LOAD_COLUMN, RATING_COLUMNS, USER_COLUMNS } from '@shp/shared/sheets/users';

/** English headings that are shorter than those of an export, and stay on one line. */
const SHORT: Partial<Record<string, string>> = {
  capacity: 'Capacity,\u00a0kW',
  ratedUntil: 'Valid\u00a0until',
  title: 'Title',
  load: 'Open',
};

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
    const en = SHORT[column.key];
    return en === undefined ? column : { ...column, heading: { ...column.heading, en } };
  });
}
