import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { ASSIGNABLE, CONCLUDED, ON_PROGRESS, type Status } from '@shp/shared/domain/assessment/statuses';
import { guard } from '@shp/shared/domain/routes';
import { dayAt } from '@shp/shared/domain/statistics/period';
import { useUser } from '../../../core/session.ts';
import { type OverviewFilter, placeFilter } from './filter.ts';
import { inputOf } from './useFigures.ts';

/**
 * Addresses of the lists behind figures, each with exactly as many rows as the figure says; null where the user has no
 * such list.
 */
export function useLists(filter: OverviewFilter) {
  const { division, own, level } = filter;
  const { role } = useUser();
  const levels = level === null ? {} : { level: [level] };
  const to = (path: string, by: Record<string, unknown>) =>
    guard(role, path).go === 'stay' ? listAddress(path, by) : null;
  const { from, to: until } = inputOf(filter).period;
  const concluded = {
    ...(from === undefined ? {} : { concludedFrom: dayAt(from, 'first') }),
    ...(until === undefined ? {} : { concludedTo: dayAt(until, 'last') }),
  };
  return {
    /** An expert with the reviews assigned to this expert. */
    expert: (id: string) => (guard(role, '/experts').go === 'stay' ? `/experts?show=${id}` : null),
    stations: (by: Record<string, unknown> = {}, of = division) => to('/stations', { ...placeFilter(of, own), ...by }),
    assessments: (status: readonly Status[] = ON_PROGRESS) =>
      to('/assessments', { ...placeFilter(division, own), ...levels, status }),
    overdue: (status: readonly Status[] = [], of = division) =>
      to('/assessments', { ...placeFilter(of, own), ...levels, status, overdue: true }),
    /** What was first submitted in a month, in these statuses. */
    submitted: (month: string, status: readonly Status[] = []) =>
      to('/assessments', {
        ...placeFilter(division, own),
        ...levels,
        status,
        firstFrom: dayAt(month, 'first'),
        firstTo: dayAt(month, 'last'),
      }),
    /** Concluded reviews of the shown period. */
    concluded: (by: Record<string, unknown> = {}) =>
      to('/assessments', { ...placeFilter(division, own), ...levels, ...concluded, status: CONCLUDED, ...by }),
    /** An expert's reviews: the load is of the whole region, what is concluded of the own part. */
    load: (id: string) =>
      own === PROVINCE ? to('/assessments', { expert: id, expertWork: 'open', status: ASSIGNABLE }) : null,
    concludedBy: (id: string) =>
      to('/assessments', { ...concluded, expert: id, expertWork: 'counts', status: CONCLUDED }),
  };
}
