import { LEVELS, STATUSES } from '@shp/shared/domain/assessment/statuses';
import { everWaits } from '@shp/shared/domain/assessment/todo';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { CheckFilter, DateFilter, FilterRow, ManyFilter, TextFilter } from '../../ui/list/filters.tsx';
import { useListText } from './texts.ts';

/** Filters of the assessment list. The to-do filter comes first, for roles that can have to-dos. */
export function AssessmentFilters() {
  const { common, web } = useText();
  const words = useListText();
  const { role } = useUser();
  return (
    <FilterRow>
      {everWaits(role) && <CheckFilter source="waiting" label={web.assessments.waiting} />}
      {role !== 'station' && <TextFilter source="station" label={web.assessments.station} />}
      <ManyFilter
        source="status"
        label={web.assessments.status}
        options={STATUSES.map((status) => [status, common.statuses[status]])}
      />
      <ManyFilter
        source="level"
        label={web.assessments.level}
        options={LEVELS.map((level) => [level, common.levels[level]])}
      />
      {role !== 'station' && <DivisionFilters />}
      <CheckFilter source="submitted" label={common.filters.submitted} />
      <DateFilter source="from" label={web.assessments.from} />
      <DateFilter source="to" label={web.assessments.to} />
      <DateFilter source="updatedSince" label={words.changedSince} as="instant" />
    </FilterRow>
  );
}
