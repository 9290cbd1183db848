import { DAY, OFFSET } from '@shp/shared/domain/lib/days';

/** How long to keep backups: all of the last days, and the newest one of each of the last weeks and months. */
export type RetentionRule = { readonly days: number; readonly weeks: number; readonly months: number };

const UNITS = { d: 'days', w: 'weeks', m: 'months' } as const;
const MOST: RetentionRule = { days: 36_500, weeks: 5_200, months: 1_200 };

/** Parses `30d` or `7d,4w,12m`; a bare number means days. Null if the text is neither. */
export function parseRetentionRule(text: string): RetentionRule | null {
  const rule = { days: 0, weeks: 0, months: 0 };
  for (const part of text.split(',')) {
    const [, count = '', unit = 'd'] = /^(\d{1,5})([dwm])?$/.exec(part.trim()) ?? [];
    const name = UNITS[unit as keyof typeof UNITS];
    if (count === '' || Number(count) < 1 || Number(count) > MOST[name] || rule[name] > 0) return null;
    rule[name] = Number(count);
  }
  return rule;
}

/**
 * The times of the backups to delete. Never the newest one, nor one from the future. Weeks begin on Monday; days and
 * months follow China's time zone.
 */
export function expiredBackups(times: readonly number[], rule: RetentionRule, now: number): number[] {
  const newest = Math.max(...times);
  const retained = new Set(times.filter((time) => time >= now - rule.days * DAY || time === newest));
  for (const [periodOf, count] of [
    [weekOf, rule.weeks],
    [monthOf, rule.months],
  ] as const) {
    const best = new Map<number, number>();
    for (const time of times) best.set(periodOf(time), Math.max(time, best.get(periodOf(time)) ?? time));
    for (const [period, time] of best) if (period > periodOf(now) - count) retained.add(time);
  }
  return times.filter((time) => !retained.has(time));
}

/** 1970-01-01 was a Thursday: + 3 makes weeks begin on Monday. */
const weekOf = (time: number) => Math.floor((Math.floor((time + OFFSET) / DAY) + 3) / 7);

function monthOf(time: number): number {
  const there = new Date(time + OFFSET);
  return there.getUTCFullYear() * 12 + there.getUTCMonth();
}
