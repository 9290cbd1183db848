import { daysInStatus } from '@shp/shared/domain/lib/days';
import { isOverdue, type StageDays } from '@shp/shared/domain/statistics/progress';
import { useSettings } from './useSettings.ts';

/** For how many days an assessment has been overdue in its stage; null where it is not, or while settings load. */
export function useOverdueDays(of: Parameters<typeof isOverdue>[0]): number | null {
  const { stageDays } = useSettings() ?? {};
  if (stageDays === undefined || !isOverdue(of, stageDays, new Date().toISOString())) return null;
  return daysInStatus(of) - (stageDays as Required<StageDays> & Record<string, number>)[of.status as keyof StageDays];
}
