import type { User } from '@shp/shared/api/objects';
import type { Column } from '@shp/shared/sheets/column';
import { LINKED_COLUMN, RATING_COLUMNS, USER_COLUMNS } from '@shp/shared/sheets/users';

export type SupervisedStation = User & { linked: boolean };

const unsorted = <R>({ sortBy: _, ...column }: Column<R>): Column<R> => column;

/** Columns of a supervisor's stations; their call cannot sort. */
export const SUPERVISED_COLUMNS: readonly Column<User>[] = [
  ...USER_COLUMNS.stations.filter(({ key }) => key !== 'lastLoginAt').map(unsorted),
  ...RATING_COLUMNS,
];

/** A shorter selection, with whether the station is linked. */
export const LINK_COLUMNS: readonly Column<SupervisedStation>[] = [
  ...SUPERVISED_COLUMNS.filter(({ key }) => key === 'account' || key === 'division' || key === 'name'),
  unsorted(LINKED_COLUMN),
];
