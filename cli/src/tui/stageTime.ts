import type { AssessmentRow } from '@shp/shared/api/objects';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
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

/** The days of an open assessment in its stage and those over its time; of an ended one the day of its end. */
export function timeInStage(
  row: AssessmentRow,
  stageDays: StageDays | undefined,
  { views }: Texts,
): { text: string; isOver: boolean } {
  if (!OPEN.includes(row.status)) return { text: dayOf(row.statusSince), isOver: false };
  const over = (stageDays && overdueDays(row, stageDays, new Date().toISOString())) ?? 0;
  return { text: views.detail.days(daysInStatus(row), over), isOver: over > 0 };
}

/** The days of an assessment in its stage, with a mark if it is overdue. */
export function stageTime(
  row: Parameters<typeof overdueDays>[0],
  stageDays: StageDays | undefined,
  { views }: Texts,
): string {
  return views.home.days(daysInStatus(row), isOverdue(row, stageDays));
}
