import { ON_PROGRESS, type Status } from '../assessment/statuses.ts';
import { DAY, daysInStatus } from '../lib/days.ts';
import type { Settings } from '../settings.ts';
import { medianDaysSince } from './median.ts';

export type StageDays = Settings['stageDays'];
/** A status of an open review that waits for a unit or the experts, not for the station. */
export type Stage = keyof StageDays;
export const STAGES = ON_PROGRESS as readonly Stage[];

/** The assessments now in a stage; `overdue`: those there for more days than the setting `stageDays` allows. */
export type StageFigures = { status: Stage; count: number; medianDays: number | null; overdue: number };

/**
 * By how many days an assessment has been in its stage for longer than the setting allows; 0 on the first of them, null if
 * it is not overdue.
 */
export function overdueDays(
  of: { status: Status; statusSince: string },
  stageDays: StageDays,
  now: string,
): number | null {
  const allowed: number | undefined = (stageDays as Partial<Record<Status, number>>)[of.status];
  if (allowed === undefined || Date.parse(now) - Date.parse(of.statusSince) <= allowed * DAY) return null;
  return daysInStatus(of, new Date(now)) - allowed;
}

/** How many days are left for an assessment's stage; null where the setting has none, or the stage is overdue. */
export function daysLeft(
  of: { status: Status; statusSince: string },
  stageDays: StageDays,
  now: string,
): number | null {
  const allowed: number | undefined = (stageDays as Partial<Record<Status, number>>)[of.status];
  const left = allowed === undefined ? -1 : allowed - daysInStatus(of, new Date(now));
  return left < 0 ? null : left;
}

/** The figures of each stage, in the order of a review. */
export function stageFigures(
  assessments: readonly { status: Status; statusSince: string }[],
  stageDays: StageDays,
  now: string,
): StageFigures[] {
  return STAGES.map((status) => {
    const own = assessments.filter((one) => one.status === status);
    return {
      status,
      count: own.length,
      medianDays: medianDaysSince(
        own.map(({ statusSince }) => statusSince),
        now,
      ),
      overdue: own.filter((one) => overdueDays(one, stageDays, now) !== null).length,
    };
  });
}

/** How a review ended; a revoked rating had passed. '': it has not, or it was withdrawn. */
export type Ending = 'passed' | 'failed' | '';
/** The assessments first submitted in a month, and how many of these have passed and failed. */
export type MonthFigures = { month: string; submitted: number; passed: number; failed: number };

/** The figures of each month, in this order; a month without a submission has zeros. */
export function monthFigures(
  months: readonly string[],
  counts: readonly { month: string; ending: Ending; count: number }[],
): MonthFigures[] {
  const figures = new Map(months.map((month) => [month, { month, submitted: 0, passed: 0, failed: 0 }]));
  for (const { month, ending, count } of counts) {
    const of = figures.get(month);
    if (!of) continue;
    of.submitted += count;
    if (ending !== '') of[ending] += count;
  }
  return [...figures.values()];
}
