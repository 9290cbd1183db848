import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/roles';
import { LEVELS, STATUSES } from '@shp/shared/domain/statuses';
import type { Column } from '@shp/shared/sheets/column';
import { ASSESSMENT_VIEW } from '../../commands/assessmentView.ts';
import { type ListDef, listInput } from '../list/definition.ts';
import { listColumns } from './columns.ts';

const { brief, columns } = listColumns(ASSESSMENT_VIEW);

/** Experts and stations learn a result only at the end, so the server does not sort by it for them. */
function columnsFor(role: Role): readonly Column<AssessmentRow>[] {
  if (role !== 'expert' && role !== 'station') return columns;
  return columns.map((column) => {
    if (column.key !== 'expertScore') return column;
    const { sortBy: _, ...unsorted } = column;
    return unsorted;
  });
}

/** The list of assessments, as far as the caller sees them. */
export const ASSESSMENT_LIST: ListDef<AssessmentRow> = {
  name: 'assessments',
  place: 'assessments',
  title: ({ common }) => common.menu.assessments,
  columns: columnsFor,
  brief,
  filters: [
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
  ],
  sortKey: 'sortby',
  get: (api, input, signal) => api.call('GET assessment/query', listInput<'GET assessment/query'>(input), { signal }),
  nameOf: ({ number, station }) => `${number} ${station.name}`,
};
