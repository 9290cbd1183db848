import { isDate } from '@shp/shared/domain/assessment/fields';

let yearFirst: boolean | undefined;

/**
 * Helper text below a date input: the date as the console writes it, if the browser's format does not begin with the
 * year. Browsers format date inputs by their own language, and a page cannot change that.
 */
export function dayBeneath(day: string): string | undefined {
  if (!isDate(day)) return undefined;
  yearFirst ??= /^\d{4}/.test(new Date(2000, 0, 2).toLocaleDateString());
  return yearFirst ? undefined : day;
}
