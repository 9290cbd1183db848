import { DAY } from '@shp/shared/domain/lib/days';

/** Days until the end of a rating's last day in China, as a fraction; negative once it has ended. */
export function daysLeft(lastDay: string, now: number): number {
  return (Date.parse(`${lastDay}T23:59:59+08:00`) - now) / DAY;
}

/** Whether a rating is valid today and its last day, in China, is at most `days` days away. */
export function endsWithin(lastDay: string | null, days: number, now: number): boolean {
  if (lastDay === null) return false;
  const left = daysLeft(lastDay, now);
  return left >= 0 && left <= days;
}
