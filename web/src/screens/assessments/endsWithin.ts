import { DAY } from '@shp/shared/domain/lib/days';

/** Whether a rating is valid today and its last day, in China, is at most `days` days away. */
export function endsWithin(lastDay: string | null, days: number, now: number): boolean {
  if (lastDay === null) return false;
  const left = Date.parse(`${lastDay}T23:59:59+08:00`) - now;
  return left >= 0 && left <= days * DAY;
}
