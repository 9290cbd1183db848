import type { Shp } from '../../core/context.ts';
import { UsageError } from '../../core/errors.ts';

/** Reads a number of days, `90` or `90d`. @throws UsageError */
export function daysOf(shp: Shp, flag: string, text: string, most: number): number {
  const days = Number(/^(\d+)d?$/.exec(text.trim())?.[1] ?? Number.NaN);
  if (Number.isInteger(days) && days >= 1 && days <= most) return days;
  throw new UsageError(shp.texts.cli.usage.between(flag, 1, most));
}
