import type { Output } from '@shp/shared/api/index';
import type { Column } from '@shp/shared/sheets/column';
import { RATING_COLUMNS, STATUS_COLUMN, USER_COLUMNS } from '@shp/shared/sheets/users';
import { shortly } from '../users/columnsOf.ts';

export type SupervisedStation = Output<'GET supervise/stations'>['items'][number];

const unsorted = <R>({ sortBy: _, ...column }: Column<R>): Column<R> => column;

/** Columns of a supervisor's stations; their call lists them by account and cannot sort otherwise. */
export const SUPERVISED_COLUMNS: readonly Column<SupervisedStation>[] = [
  ...USER_COLUMNS.stations.filter(({ key }) => key !== 'lastLoginAt').map(unsorted),
  ...RATING_COLUMNS,
  STATUS_COLUMN,
];

/** The same with the headings of lists. */
export const LISTED_COLUMNS: readonly Column<SupervisedStation>[] = shortly(SUPERVISED_COLUMNS);

const LINKED_BY: readonly string[] = ['name', 'account', 'division', 'rating', 'ratedUntil'];

/** A shorter selection, for linking. */
export const LINK_COLUMNS: readonly Column<SupervisedStation>[] = LISTED_COLUMNS.filter(({ key }) =>
  LINKED_BY.includes(key),
);
