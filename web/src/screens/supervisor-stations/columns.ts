import type { Output } from '@shp/shared/api/index';
import type { Column } from '@shp/shared/sheets/column';
import { RATING_COLUMNS, STATUS_COLUMN, USER_COLUMNS } from '@shp/shared/sheets/users';
import { shortly } from '../users/columnsOf.ts';

export type SupervisedStation = Output<'GET supervise/stations'>['items'][number];

/** Columns of a supervisor's stations. */
export const SUPERVISED_COLUMNS: readonly Column<SupervisedStation>[] = [
  ...USER_COLUMNS.stations.filter(({ key }) => key !== 'lastLoginAt'),
  ...RATING_COLUMNS,
  STATUS_COLUMN,
];

/** The same with the headings of lists. */
export const LISTED_COLUMNS: readonly Column<SupervisedStation>[] = shortly(SUPERVISED_COLUMNS);

/** Their order unless one is chosen. */
export const BY_ACCOUNT = { field: 'account', order: 'ASC' } as const;

const LINKED_BY: readonly string[] = ['name', 'account', 'division', 'rating', 'ratedUntil'];

/** A shorter selection, for linking. */
export const LINK_COLUMNS: readonly Column<SupervisedStation>[] = LISTED_COLUMNS.filter(({ key }) =>
  LINKED_BY.includes(key),
);
