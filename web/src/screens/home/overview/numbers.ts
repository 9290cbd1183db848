import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useText } from '../../../core/i18n/texts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useOverviewText } from './texts.ts';

/** A part of a whole, 0 to 1; 0 of nothing. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

type RatedRow = {
  readonly stations: number;
  readonly capacity: number;
  readonly rated: readonly { level: number; stations: number; capacity: number }[];
};

/** Stations and capacity with a valid rating, of one level or of any. */
export function ratedOf({ rated }: RatedRow, level: number | null): { stations: number; capacity: number } {
  const some = rated.filter((one) => level === null || one.level === level);
  return { stations: sum(some.map(({ stations }) => stations)), capacity: sum(some.map(({ capacity }) => capacity)) };
}

/** One figure of all rows together. */
export const totalOf = <R>(rows: readonly R[], of: (row: R) => number): number => sum(rows.map(of));

/** Numbers as the reader's language writes them. */
export function useNumbers() {
  const { lang } = usePreferences();
  const { common } = useText();
  const overview = useOverviewText();
  const fixed = (number: number, digits = 0) =>
    number.toLocaleString(LANG_TAGS[lang], { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    whole: (number: number) => fixed(number),
    fixed,
    /** A figure that may be unknown. */
    maybe: (number: number | null, digits = 1) => (number === null ? '–' : fixed(number, digits)),
    /** A difference with its sign. */
    signed: (number: number, digits = 1) =>
      `${number > 0 ? '+' : number < 0 ? '−' : ''}${fixed(Math.abs(number), digits)}`,
    percent: (share: number, digits = 0) => common.marks.percent(fixed(share * 100, digits)),
    capacity: (kW: number) => {
      const { value, unit, digits } = overview.capacity(kW);
      return common.marks.quantity(fixed(value, digits), unit);
    },
  };
}
