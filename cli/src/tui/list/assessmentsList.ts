import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { LEVELS, STATUSES } from '@shp/shared/domain/assessment/statuses';
import { everWaits } from '@shp/shared/domain/assessment/todo';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import type { Column } from '@shp/shared/sheets/column';
import type { Texts } from '../texts.ts';
import { type FilterDef, type ListDef, listInput } from './definition.ts';
import { type ListColumn, namesWide, ordered } from './layout.ts';

const BRIEF = [
  'number',
  'station',
  'status',
  'level',
  'division',
  'stationScore',
  'expertScore',
  'submittedAt',
  'experts',
];
const columns = ordered(ASSESSMENT_COLUMNS, BRIEF);

function columnsFor(role: Role, { common, lang }: Texts): readonly ListColumn<AssessmentRow>[] {
  return columns.map((column) => {
    if (column.key === 'status') return namesWide(column, Object.values(common.statuses), lang);
    if (column.key === 'level') return namesWide(column, Object.values(common.levels), lang);
    return column.key === 'expertScore' && isBlind(role) ? withoutSort(column) : column;
  });
}

/** Experts and stations see results only at the end, so the server does not sort by them for these roles. */
function isBlind(role: Role): boolean {
  return role === 'expert' || role === 'station';
}

function withoutSort({ sortBy: _, ...column }: Column<AssessmentRow>): Column<AssessmentRow> {
  return column;
}

const FILTERS: readonly FilterDef[] = [
  { kind: 'text', key: 'station', label: ({ common }) => common.assessment.station },
  { kind: 'flag', key: 'waiting', label: ({ tui }) => tui.list.waiting },
  {
    kind: 'choices',
    key: 'status',
    label: ({ common }) => common.assessment.status,
    options: ({ common }) => STATUSES.map((value) => ({ value, label: common.statuses[value] })),
  },
  {
    kind: 'choices',
    key: 'level',
    label: ({ common }) => common.assessment.level,
    options: ({ common }) => LEVELS.map((value) => ({ value, label: common.levels[value] })),
  },
  {
    kind: 'division',
    key: 'division',
    label: ({ common }) => common.assessment.division,
    keys: { city: 'city', county: 'county' },
  },
  { kind: 'date', key: 'from', label: ({ tui }) => tui.list.from },
  { kind: 'date', key: 'to', label: ({ tui }) => tui.list.to },
  { kind: 'flag', key: 'submitted', label: ({ common }) => common.filters.submitted },
];

export const ASSESSMENTS = 'assessments';

/** The list of assessments that the caller may see. */
export function assessmentList(role: Role): ListDef<AssessmentRow> {
  return {
    name: ASSESSMENTS,
    place: 'assessments',
    title: ({ common }) => common.menu.assessments,
    columns: columnsFor,
    brief: BRIEF,
    filters: FILTERS.filter(({ key }) => key !== 'waiting' || everWaits(role)),
    sortKey: 'sortby',
    get: (api, input, signal) => api.call('GET assessment/query', listInput<'GET assessment/query'>(input), { signal }),
    nameOf: ({ number, station }) => `${number} ${station.name}`,
  };
}
