import type { User } from '@shp/shared/api/objects';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import { kindOf, type UserKind, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { Column } from '@shp/shared/sheets/column';
import {
  DUTIES_COLUMN,
  LINKS_COLUMN,
  LOAD_COLUMN,
  profileFields,
  RATING_COLUMNS,
  USER_COLUMNS,
} from '@shp/shared/sheets/users';
import type { View } from '../output/columns.ts';

/** The fields of a user in the API. */
export const USER_PATHS = [
  'id',
  'role',
  'account',
  'division',
  'profile',
  'isDeleted',
  'mustChangePassword',
  'createdAt',
  'updatedAt',
  'lastLoginAt',
  'version',
  'rating',
  'duties',
] as const;

const BRIEF: Record<UserKind, readonly string[]> = {
  managers: ['account', 'role', 'name', 'division', 'contact', 'phone'],
  experts: ['account', 'name', 'load', 'specialties', 'unit', 'division', 'phone'],
  stations: ['account', 'name', 'division', 'capacity', 'rating', 'ratedUntil', 'contact', 'phone'],
  supervisors: ['account', 'name', 'links', 'unit', 'contact', 'phone'],
};

/** The view of users of a kind. */
export function userView(kind: UserKind): View<User> {
  const beside: Partial<Record<UserKind, readonly Column<User>[]>> = {
    experts: [LOAD_COLUMN as unknown as Column<User>],
    stations: RATING_COLUMNS,
    managers: [DUTIES_COLUMN],
    supervisors: [LINKS_COLUMN as unknown as Column<User>],
  };
  return {
    columns: [...USER_COLUMNS[kind], ...(beside[kind] ?? [])],
    brief: BRIEF[kind],
    short: { capacity: 'kW' },
    paths: [
      ...USER_PATHS,
      ...profileFields(kind).map(([key]) => `profile.${key}`),
      ...(kind === 'experts' ? ['load'] : []),
      ...(kind === 'supervisors' ? ['links'] : []),
      ...(kind === 'stations' ? ['rating.*'] : []),
    ],
  };
}

/** The view of one's own account: its role, and that role's fields. */
export function selfView(role: UserRole): View<User> {
  const fields = Object.keys(PROFILES[role]);
  const keys = ['account', 'role', 'duties', 'division', ...fields, 'createdAt', 'lastLoginAt'];
  const duties = role === 'admin' ? [DUTIES_COLUMN] : [];
  const known = [...USER_COLUMNS[kindOf(role)], ...USER_COLUMNS.managers, ...duties];
  const columns = keys.flatMap((key) => known.find((column) => column.key === key) ?? []);
  return { columns, paths: [...USER_PATHS, ...fields.map((key) => `profile.${key}`)] };
}
