import { DAY, dayBounds, dayOf, HOUR } from '@shp/shared/domain/lib/days';
import { DAILY_HOUR } from '@shp/shared/domain/notices/preferences';

const FIRST_MS = 100;
const LONGEST_MS = 10 * 60 * 1000;
/** A message that cannot be delivered for this long is dropped, and its account gets a notice. */
export const GIVE_UP_MS = 3 * DAY;

/**
 * Milliseconds until a lane tries again after `tries` failures: 0.1, 0.2, 0.4 s and so on, at last every ten minutes; up to a quarter
 * sooner at random, so that the lanes of one receiver do not all come at once.
 */
export function retryAfter(tries: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 20), LONGEST_MS) * (1 - Math.random() / 4);
}

/** The next time that a day's notices are sent: at 8:00 in China. */
export function nextDaily(now: string): string {
  const { from } = dayBounds(dayOf(now));
  const today = Date.parse(from) + DAILY_HOUR * HOUR;
  return new Date(today > Date.parse(now) ? today : today + DAY).toISOString();
}
