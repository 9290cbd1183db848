import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { ON_PROGRESS, type Status } from '@shp/shared/domain/assessment/statuses';
import { guard } from '@shp/shared/domain/routes';
import { useUser } from '../../../core/session.ts';
import { type OverviewFilter, placeFilter } from './filter.ts';

/**
 * Addresses of the lists behind figures, each with exactly as many rows as the figure says; null where the user has no
 * such list.
 */
export function useLists({ division, own, level }: OverviewFilter) {
  const { role } = useUser();
  const levels = level === null ? {} : { level: [level] };
  const to = (path: string, filter: Record<string, unknown>) =>
    guard(role, path).go === 'stay' ? listAddress(path, filter) : null;
  return {
    /** An expert with the reviews assigned to this expert, for those who see the experts of the whole region. */
    expert: (id: string) => (own === PROVINCE && guard(role, '/experts').go === 'stay' ? `/experts?show=${id}` : null),
    stations: (filter: Record<string, unknown> = {}, of = division) =>
      to('/stations', { ...placeFilter(of, own), ...filter }),
    assessments: (status: readonly Status[] = ON_PROGRESS) =>
      to('/assessments', { ...placeFilter(division, own), ...levels, status }),
    overdue: (status: readonly Status[] = [], of = division) =>
      to('/assessments', { ...placeFilter(of, own), ...levels, status, overdue: true }),
  };
}
