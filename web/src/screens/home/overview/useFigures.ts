import type { Output } from '@shp/shared/api/index';
import { FINAL_MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import { dayOf } from '@shp/shared/domain/lib/days';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../../core/client.ts';
import { useUser } from '../../../core/session.ts';
import type { OverviewFilter } from './filter.ts';

export type Progress = Output<'GET statistics/progress'>;
export type Ratings = Output<'GET statistics/ratings'>;
export type Scores = Output<'GET statistics/scores'>;
export type Experts = Output<'GET statistics/experts'>;

/** The figures of one filter. `experts`: only for roles that read them. */
export type Figures = {
  readonly filter: OverviewFilter;
  readonly progress: Progress;
  readonly ratings: Ratings;
  readonly scores: Scores;
  readonly experts: Experts | undefined;
};

/** Whether a role reads the statistics of experts. */
const readsExperts = (role: Role): boolean => (FINAL_MANAGERS as readonly Role[]).includes(role);

/** The filter as input of the calls. */
export function inputOf({ division, own, level, year, month }: OverviewFilter) {
  return {
    place: division === own ? {} : { division },
    levels: level === null ? {} : { level: [level] },
    period:
      month !== undefined ? { from: month, to: month } : year === null ? {} : { from: `${year}-01`, to: `${year}-12` },
  };
}

/**
 * The figures of a filter. While those of a new filter load, `figures` are still the previous ones with their own
 * filter, so that the page never shows two filters at once.
 */
export function useFigures(filter: OverviewFilter, refetchInterval: number | false = false) {
  const { role } = useUser();
  const { place, levels, period } = inputOf(filter);
  const progress = useQuery({
    queryKey: ['statistics', 'progress', place, levels, period],
    queryFn: ({ signal }) => client.call('GET statistics/progress', { ...place, ...levels, ...period }, { signal }),
    refetchInterval,
  });
  const ratings = useQuery({
    queryKey: ['statistics', 'ratings', place],
    queryFn: ({ signal }) => client.call('GET statistics/ratings', place, { signal }),
    refetchInterval,
  });
  const scores = useQuery({
    queryKey: ['statistics', 'scores', place, levels, period],
    queryFn: ({ signal }) => client.call('GET statistics/scores', { ...place, ...levels, ...period }, { signal }),
    refetchInterval,
  });
  const experts = useQuery({
    queryKey: ['statistics', 'experts', period],
    queryFn: ({ signal }) => client.call('GET statistics/experts', period, { signal }),
    enabled: readsExperts(role),
    refetchInterval,
  });
  const latest = useRef<Figures | null>(null);
  const isWhole = progress.data !== undefined && ratings.data !== undefined && scores.data !== undefined;
  if (isWhole) {
    const [progressData, ratingsData, scoresData] = [progress.data, ratings.data, scores.data];
    latest.current = {
      filter,
      progress: progressData,
      ratings: ratingsData,
      scores: scoresData,
      experts: experts.data ?? latest.current?.experts,
    };
  }
  const all = [progress, ratings, scores, experts];
  return {
    figures: latest.current,
    isLoading: !isWhole,
    error: all.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const { error, refetch } of all) if (error) void refetch();
    },
    /** When the oldest of the figures was read. */
    readAt: Math.min(progress.dataUpdatedAt, ratings.dataUpdatedAt, scores.dataUpdatedAt),
  };
}

/** The sum of a figure over the stages. */
export const sumOf = ({ stages }: Progress, of: 'count' | 'overdue'): number =>
  stages.reduce((sum, stage) => sum + stage[of], 0);

/** The overdue reviews by row of the ratings, asked for when the other figures are there; undefined until then. */
export function useOverdue(
  figures: Figures | null,
  refetchInterval: number | false = false,
): ReadonlyMap<string, number> | undefined {
  const below = figures?.ratings.filter(({ division }) => division !== figures.filter.division) ?? [];
  const month = dayOf(new Date()).slice(0, 7);
  const levels = figures === null ? {} : inputOf(figures.filter).levels;
  const counts = useQueries({
    queries: below.map(({ division }) => ({
      queryKey: ['statistics', 'overdue', division, levels, month],
      // One month, as only the stages are needed.
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.call('GET statistics/progress', { division, ...levels, from: month, to: month }, { signal }),
      refetchInterval,
    })),
    combine: (results) => results.map(({ data }) => data && sumOf(data, 'overdue')),
  });
  if (figures === null || counts.includes(undefined)) return undefined;
  const inRows = counts.reduce<number>((sum, count = 0) => sum + count, 0);
  return new Map([
    ...below.map(({ division }, index) => [division, counts[index] ?? 0] as const),
    // What belongs to the division itself and to none below it.
    [figures.filter.division, Math.max(0, sumOf(figures.progress, 'overdue') - inRows)] as const,
  ]);
}
