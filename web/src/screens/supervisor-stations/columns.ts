import type { Output } from '@shp/shared/api/index';
import type { Column } from '@shp/shared/sheets/column';
import { RATING_COLUMNS, STATUS_COLUMN, USER_COLUMNS } from '@shp/shared/sheets/users';

export type SupervisedStation = Output<'GET supervise/stations'>['items'][number];

const unsorted = <R>({ sortBy: _, ...column }: Column<R>): Column<R> => column;

/** Columns of a supervisor's stations; their call cannot sort. */
export const SUPERVISED_COLUMNS: readonly Column<SupervisedStation>[] = [
  ...USER_COLUMNS.stations.filter(({ key }) => key !== 'lastLoginAt').map(unsorted),
  ...RATING_COLUMNS,
  STATUS_COLUMN,
];

const LINKED_BY: readonly string[] = ['name', 'account', 'division', 'rating', 'ratedUntil'];

/** A shorter selection, for linking. */
export const LINK_COLUMNS: readonly Column<SupervisedStation>[] = SUPERVISED_COLUMNS.filter(({ key }) =>
  LINKED_BY.includes(key),
);
