import { isDate } from '@shp/shared/domain/assessment/fields';

let yearFirst: boolean | undefined;

/**
 * What stands beneath a field with a day: the day as the console writes it, where the browser does not begin with the
 * year. It goes by its own language there, and no attribute of the page changes that.
 */
export function dayBeneath(day: string): string | undefined {
  if (!isDate(day)) return undefined;
  yearFirst ??= /^\d{4}/.test(new Date(2000, 0, 2).toLocaleDateString());
  return yearFirst ? undefined : day;
}
