/** The lists of each statistics call, which are the sheets of its export; the first is the default of csv and ndjson. */
export const STATISTICS_LISTS = {
  progress: ['stages', 'months'],
  ratings: ['ratings'],
  scores: ['chapters', 'items', 'distribution'],
  findings: ['findingDivisions', 'findingItems'],
  experts: ['experts'],
} as const;

export type Statistic = keyof typeof STATISTICS_LISTS;
export type StatisticsList = (typeof STATISTICS_LISTS)[Statistic][number];

export const STATISTICS = Object.keys(STATISTICS_LISTS) as Statistic[];
/** All lists, in the order of the report's sheets. */
export const ALL_STATISTICS_LISTS: readonly StatisticsList[] = Object.values(STATISTICS_LISTS).flat();

/** What an export can be about: one call, or the report of all. */
export const STATISTICS_EXPORTS = [...STATISTICS, 'report'] as const;
export type StatisticsExport = (typeof STATISTICS_EXPORTS)[number];
