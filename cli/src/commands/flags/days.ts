import { isDate } from '@shp/shared/domain/assessment/fields';
import type { Shp } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';

/** Reads a number of days, `90` or `90d`. @throws UsageError */
export function daysOf(shp: Shp, flag: string, text: string, most: number): number {
  const days = Number(/^(\d+)d?$/.exec(text.trim())?.[1] ?? Number.NaN);
  if (Number.isInteger(days) && days >= 1 && days <= most) return days;
  throw new UsageError(shp.texts.cli.usage.between(flag, 1, most));
}

/** A day from a flag. @throws UsageError */
export function dayFrom(flag: string, text: string | undefined, { cli }: Texts): string | undefined {
  if (text === undefined || isDate(text)) return text;
  throw new UsageError(cli.usage.notDay(flag, text));
}
