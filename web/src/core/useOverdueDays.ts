import { daysInStatus } from '@shp/shared/domain/lib/days';
import { overdueDays } from '@shp/shared/domain/statistics/progress';
import { useSettings } from './useSettings.ts';

/** For how many days an assessment has been overdue in its stage; null where it is not, or while settings load. */
export function useOverdueDays(of: Parameters<typeof overdueDays>[0]): number | null {
  const { stageDays } = useSettings() ?? {};
  return stageDays ? overdueDays(of, stageDays, new Date().toISOString()) : null;
}

/** As many days left, or fewer, are marked. */
export const FEW_DAYS = 7;

/** How many days are left for an assessment's stage; null where it has none or is overdue, or while settings load. */
export function useDaysLeft(of: Parameters<typeof overdueDays>[0]): number | null {
  const { stageDays } = useSettings() ?? {};
  const allowed: number | undefined = (stageDays as Partial<Record<typeof of.status, number>> | undefined)?.[of.status];
  const left = allowed === undefined ? -1 : allowed - daysInStatus(of);
  return left < 0 ? null : left;
}
