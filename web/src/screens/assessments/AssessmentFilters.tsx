import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { LEVELS, STATUSES } from '@shp/shared/domain/statuses';
import { useUser } from '../../session.ts';
import { useText } from '../../texts.ts';
import { DivisionFilters } from '../../ui/list/DivisionFilters.tsx';
import { DateFilter, FilterRow, ManyFilter, TextFilter, useFilter } from '../../ui/list/filters.tsx';

/** The filters of the list of assessments: what waits for the caller first. */
export function AssessmentFilters() {
  const { common, web } = useText();
  const { role } = useUser();
  return (
    <FilterRow>
      <Waiting />
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
      <DateFilter source="from" label={web.assessments.from} />
      <DateFilter source="to" label={web.assessments.to} />
    </FilterRow>
  );
}

function Waiting() {
  const { web } = useText();
  const { values, set } = useFilter();
  return (
    <FormControlLabel
      label={web.assessments.waiting}
      control={
        <Checkbox checked={values.waiting === true} onChange={(_, checked) => set({ waiting: checked || undefined })} />
      }
    />
  );
}
