import type { Assessment } from '@shp/shared/api/objects';
import {
  disagreement,
  type ReviewResult,
  type ScoreSum,
  type Spread,
  scoreSum,
  spread,
} from '@shp/shared/domain/standard/scoring';
import { allItems, chapterOf, type Standard, type StandardItem } from '@shp/shared/domain/standard/standard';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries, type StoredScore } from '../../../core/assessmentQueries.ts';

/** Scores of the station or an expert by serial, with their total. */
export type Scorer = {
  readonly id: string;
  readonly name: string;
  readonly concluded: boolean;
  readonly items: ReadonlyMap<string, StoredScore>;
  readonly sum: ScoreSum;
};
export type ComparedItem = {
  readonly item: StandardItem;
  readonly chapter: string;
  readonly spread: Spread;
  /** Spread between the experts, in points. */
  readonly apart: number;
};
/** Whether a spread is worth a look: a fifth of the item's points or more. */
export const isWide = ({ item, apart }: ComparedItem): boolean => apart >= 0.2 * item.score;

export type Comparison = {
  readonly standard: Standard;
  readonly station: Scorer;
  readonly experts: readonly Scorer[];
  readonly items: readonly ComparedItem[];
  readonly result: ReviewResult | null;
};

/** Every expert's scores beside the station's, with the spread; null until everything is loaded. */
export function useComparison({ id, rules }: Assessment) {
  const standard = useQuery(queries.standard(id));
  const experts = useQuery(queries.experts(id));
  const result = useQuery(queries.result(id));
  const serials = standard.data?.sections.map(({ serial }) => serial) ?? [];
  const own = useQueries({
    queries: serials.map((s1) => queries.scores(id, 'station', s1)),
    combine: combined<StoredScore[]>,
  });
  const given = useQueries({
    queries: serials.map((s1) => queries.allExpertScores(id, s1)),
    combine: combined<{ expertId: string; items: StoredScore[] }[]>,
  });
  const comparison = useMemo((): Comparison | null => {
    if (!standard.data || !experts.data || result.data === undefined || !own.data || !given.data) return null;
    const { data } = standard;
    const all = given.data.flat();
    const scorer = (person: Pick<Scorer, 'id' | 'name' | 'concluded'>, items: StoredScore[]): Scorer => ({
      ...person,
      items: new Map(items.map((item) => [item.serial, item])),
      sum: scoreSum(data, items, rules.thresholds),
    });
    const scorers = experts.data.map(({ id: expert, name, concluded }) =>
      scorer(
        { id: expert, name, concluded },
        all.filter(({ expertId }) => expertId === expert).flatMap(({ items }) => items),
      ),
    );
    const stationItems = own.data.flat();
    const spreads = spread(
      data,
      stationItems,
      scorers.map(({ items }) => [...items.values()]),
    );
    return {
      standard: data,
      station: scorer({ id: '', name: '', concluded: true }, stationItems),
      experts: scorers,
      items: allItems(data).flatMap((item, index) => {
        const found = spreads[index];
        return found
          ? [{ item, chapter: chapterOf(item.serial), spread: found, apart: disagreement(found, item.score) }]
          : [];
      }),
      result: result.data,
    };
  }, [standard, experts.data, result.data, own.data, given.data, rules.thresholds]);
  const failed = [standard, experts, result].find(({ error }) => error !== null) ?? own.failed ?? given.failed;
  return { comparison, failure: failed && { error: failed.error, retry: () => void failed.refetch() } };
}

function combined<T>(results: UseQueryResult<T>[]) {
  const data = results.flatMap((result) => (result.data === undefined ? [] : [result.data]));
  return {
    data: results.length > 0 && data.length === results.length ? data : null,
    failed: results.find(({ error }) => error !== null),
  };
}
