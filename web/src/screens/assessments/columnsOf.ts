import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { ASSESSMENT_COLUMNS, RATED_LEVEL } from '@shp/shared/sheets/assessments';
import type { Column } from '@shp/shared/sheets/column';
import { PARTS, type Tab } from './tabs.ts';

/** Experts and stations see a result only at the end, so the server does not sort by it for them. */
export const unsortedFor = (role: Role) => (role === 'expert' || role === 'station' ? RESULT : ALL_SORTED);
const RESULT: readonly string[] = ['expertScore'];
const ALL_SORTED: readonly string[] = [];

/** Columns that say nothing to a role: a station is in all its rows and never sees who reviews; an expert reads its own name. */
const WITHOUT: Partial<Record<Role, readonly string[]>> = {
  station: ['station', 'division', 'number', 'experts'],
  expert: ['experts'],
};

/** Columns hidden by default, by the name of the list. */
export const HIDDEN: Record<'assessments' | 'ratings' | 'applications', readonly string[]> = {
  assessments: ['number', 'division', 'createdAt', 'statusSince', 'updatedAt', 'concludedAt', 'validUntil'],
  ratings: ['number', 'division', 'createdAt', 'statusSince', 'updatedAt', 'experts', 'stationScore', 'submittedAt'],
  applications: ['createdAt', 'statusSince', 'updatedAt', 'concludedAt'],
};

/** The heading of a row: the station, with number and division beneath; for a station the level, with the number. */
export const headingFor = (role: Role) => (role === 'station' ? 'level' : 'station');

/** The columns that a role can choose from; an expert's score comes only with the conclusion, so not while it waits. */
export function columnsOf(role: Role, tab: Tab): readonly Column<AssessmentRow>[] {
  const without = [...(WITHOUT[role] ?? []), ...(role === 'expert' && tab === 'waiting' ? RESULT : [])];
  return ASSESSMENT_COLUMNS.filter(({ key }) => !without.includes(key)).map((column) => {
    if (column.key === 'level' && PARTS[tab].ratings) return { ...column, heading: RATED_LEVEL };
    if (!unsortedFor(role).includes(column.key)) return column;
    const { sortBy: _, ...unsorted } = column;
    return unsorted;
  });
}
