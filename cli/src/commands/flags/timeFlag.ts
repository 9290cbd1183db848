import { dayEdgeOf, isDate } from '@shp/shared/domain/lib/days';
import type { CommandContext } from '../../command/context.ts';
import { UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';

const ZONE = '+08:00';
const CLOCK = /^T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Parses ISO 8601; China time if there is no zone. A day alone means its first or last moment in China.
 * @throws UsageError
 */
export function timeFlag(
  flag: string,
  text: string | undefined,
  end: 'first' | 'last',
  { cli }: Texts,
): string | undefined {
  if (text === undefined) return undefined;
  const day = text.slice(0, 10);
  const known = CLOCK.exec(text.slice(10));
  if (text === day && isDate(day)) return dayEdgeOf(day, end);
  // Date.parse also accepts other forms, and days that do not exist.
  const time = known && isDate(day) ? Date.parse(`${text}${known[1] ? '' : ZONE}`) : Number.NaN;
  if (!Number.isFinite(time)) throw new UsageError(cli.usage.notTime(flag, text));
  return new Date(time).toISOString();
}

/** Parses a number of days, `90` or `90d`. @throws UsageError */
export function daysFlag(context: CommandContext, flag: string, text: string, most: number): number {
  const days = Number(/^(\d+)d?$/.exec(text.trim())?.[1] ?? Number.NaN);
  if (Number.isInteger(days) && days >= 1 && days <= most) return days;
  throw new UsageError(context.texts.cli.usage.between(flag, 1, most));
}

/** Parses a day. @throws UsageError */
export function dayFlag(flag: string, text: string | undefined, { cli }: Texts): string | undefined {
  if (text === undefined || isDate(text)) return text;
  throw new UsageError(cli.usage.notDay(flag, text));
}
