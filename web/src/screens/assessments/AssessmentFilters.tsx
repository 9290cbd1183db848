import { LEVELS, STATUSES } from '@shp/shared/domain/assessment/statuses';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { CityFilter, CountyFilter } from '../../ui/list/DivisionFilters.tsx';
import { CheckFilter, DateFilter, DateRangeFilter, FilterRow, ManyFilter, TextFilter } from '../../ui/list/filters.tsx';
import type { Tab } from './tabs.ts';
import { useListText } from './texts.ts';

/** Filters of the assessment list: one search, the usual choices, and the rarer ones under "more". */
export function AssessmentFilters({ tab }: { tab: Tab }) {
  const { common, web } = useText();
  const words = useListText();
  const { role } = useUser();
  return (
    <FilterRow
      fixed={['waiting']}
      first={<TextFilter source="search" label={words.search} />}
      more={
        <>
          <CountyFilter />
          <DateRangeFilter
            label={web.assessments.submitted}
            from={{ source: 'from', label: web.assessments.from }}
            to={{ source: 'to', label: web.assessments.to }}
          />
          <DateFilter source="updatedSince" label={words.changedSince} as="instant" />
          {tab === 'all' && <CheckFilter source="submitted" label={common.filters.submitted} />}
        </>
      }
    >
      {tab === 'all' && (
        <ManyFilter
          source="status"
          label={web.assessments.status}
          options={STATUSES.map((status) => [status, common.statuses[status]])}
        />
      )}
      <ManyFilter
        source="level"
        label={web.assessments.level}
        options={LEVELS.map((level) => [level, common.levels[level]])}
      />
      <CityFilter />
      {(tab === 'waiting' || tab === 'underway') && role !== 'expert' && (
        <CheckFilter source="overdue" label={words.overdue} />
      )}
    </FilterRow>
  );
}
