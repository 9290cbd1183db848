import { daysLeft, overdueDays, type StageDays } from '@shp/shared/domain/statistics/progress';
import { useSettings } from './useSettings.ts';

type Staged = Parameters<typeof overdueDays>[0];

/** For how many days an assessment has been overdue in its stage; null where it is not, or while settings load. */
export const useOverdueDays = (of: Staged) => useStageTime(of, overdueDays);

/** As many days left, or fewer, are marked. */
export const FEW_DAYS = 7;

/** How many days are left for an assessment's stage; null where it has none or is overdue, or while settings load. */
export const useDaysLeft = (of: Staged) => useStageTime(of, daysLeft);

function useStageTime(of: Staged, rule: (of: Staged, stageDays: StageDays, now: string) => number | null) {
  const { stageDays } = useSettings() ?? {};
  return stageDays ? rule(of, stageDays, new Date().toISOString()) : null;
}
