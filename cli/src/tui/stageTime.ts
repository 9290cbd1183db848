import { dayOf, daysInStatus, plusDays } from '@shp/shared/domain/lib/days';
import { overdueDays, type StageDays } from '@shp/shared/domain/statistics/progress';
import type { Texts } from './texts.ts';

/** Whether an assessment is overdue in its stage; false until the settings are known. */
export function isOverdue(row: Parameters<typeof overdueDays>[0], stageDays: StageDays | undefined): boolean {
  return stageDays !== undefined && overdueDays(row, stageDays, new Date().toISOString()) !== null;
}

/** The last day of an assessment in its stage; null if the stage has none. */
export function lastDay(row: Parameters<typeof overdueDays>[0], stageDays: StageDays | undefined): string | null {
  const allowed = (stageDays as Partial<Record<string, number>> | undefined)?.[row.status];
  return allowed === undefined ? null : plusDays(dayOf(row.statusSince), allowed);
}

/** The days of an assessment in its stage, with a mark if it is overdue. */
export function stageTime(
  row: Parameters<typeof overdueDays>[0],
  stageDays: StageDays | undefined,
  { views }: Texts,
): string {
  return views.home.days(daysInStatus(row), isOverdue(row, stageDays));
}
