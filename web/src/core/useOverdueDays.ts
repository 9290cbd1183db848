import { overdueDays } from '@shp/shared/domain/statistics/progress';
import { useSettings } from './useSettings.ts';

/** For how many days an assessment has been overdue in its stage; null where it is not, or while settings load. */
export function useOverdueDays(of: Parameters<typeof overdueDays>[0]): number | null {
  const { stageDays } = useSettings() ?? {};
  return stageDays ? overdueDays(of, stageDays, new Date().toISOString()) : null;
}
