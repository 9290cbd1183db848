import { contains, divisionTree, findDivision, PROVINCE } from '../accounts/divisions.ts';
import type { Scope } from '../accounts/scope.ts';
import { LEVELS, type Level } from '../assessment/statuses.ts';

/** The days in which a rating is counted as about to end. */
export const EXPIRING_DAYS = [30, 90, 180] as const;

/** Stations of one division with the same best rating today; null: without one. Capacity in kW. */
export type RatedGroup = {
  division: string;
  level: Level | null;
  stations: number;
  capacity: number;
  /** Stations whose rating ends within each of {@link EXPIRING_DAYS}. */
  expiring: readonly number[];
};

export type RatingFigures = {
  division: string;
  name: string;
  stations: number;
  capacity: number;
  rated: { level: Level; stations: number; capacity: number }[];
  expiring: { days: (typeof EXPIRING_DAYS)[number]; stations: number }[];
};

/**
 * The division that a caller's statistics concern: the asked one within the scope; without a question the scope's own;
 * null if the two have nothing in common.
 */
export function areaOf(scope: Scope, division: string | undefined): string | null {
  if (scope.kind === 'none') return null;
  const own = scope.kind === 'division' ? scope.division : PROVINCE;
  if (division === undefined || contains(division, own)) return own;
  return contains(own, division) ? division : null;
}

/**
 * One row for each division directly below the area, and one for the area itself if stations belong to it directly or
 * nothing is below it.
 */
export function ratingFigures(area: string, groups: readonly RatedGroup[]): RatingFigures[] {
  const below = divisionTree(area, 1).map(({ code }) => code);
  const rowOf = (division: string) => below.find((code) => contains(code, division)) ?? area;
  const inRows = new Map<string, RatedGroup[]>(below.map((code) => [code, []]));
  if (below.length === 0) inRows.set(area, []);
  for (const group of groups) {
    const row = rowOf(group.division);
    inRows.set(row, [...(inRows.get(row) ?? []), group]);
  }
  return [...inRows].map(([division, own]) => {
    const sum = (some: readonly RatedGroup[], of: (group: RatedGroup) => number) =>
      some.reduce((total, group) => total + of(group), 0);
    return {
      division,
      name: findDivision(division)?.name ?? division,
      stations: sum(own, ({ stations }) => stations),
      capacity: sum(own, ({ capacity }) => capacity),
      rated: LEVELS.map((level) => {
        const some = own.filter((group) => group.level === level);
        return {
          level,
          stations: sum(some, ({ stations }) => stations),
          capacity: sum(some, ({ capacity }) => capacity),
        };
      }),
      expiring: EXPIRING_DAYS.map((days, index) => ({
        days,
        stations: sum(own, ({ expiring }) => expiring[index] ?? 0),
      })),
    };
  });
}
