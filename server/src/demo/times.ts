/** Accounts are created in 2021, before the first application. */
export const ACCOUNTS_FROM = Date.parse('2021-01-04T01:00:00Z');
export const STATIONS_FROM = Date.parse('2021-03-01T01:00:00Z');
export const APPLICATIONS_FROM = Date.parse('2022-01-10T01:00:00Z');

/** The stored form of a time in milliseconds. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}
