import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import type { Column } from '@shp/shared/sheets/column';

/** Experts and stations see a result only at the end, so the server does not sort by it for them. */
export const unsortedFor = (role: Role) => (role === 'expert' || role === 'station' ? RESULT : ALL_SORTED);
const RESULT: readonly string[] = ['expertScore'];
const ALL_SORTED: readonly string[] = [];

/** Columns that say nothing to a role: a station is in all its rows, and no station sees who reviews. */
const WITHOUT: Partial<Record<Role, readonly string[]>> = { station: ['division', 'level', 'number', 'experts'] };

/** The columns that a role can choose from; the station, with number and division beneath, is the heading of a row. */
export function columnsOf(role: Role): readonly Column<AssessmentRow>[] {
  return ASSESSMENT_COLUMNS.filter(({ key }) => !WITHOUT[role]?.includes(key)).map((column) => {
    if (!unsortedFor(role).includes(column.key)) return column;
    const { sortBy: _, ...unsorted } = column;
    return unsorted;
  });
}
