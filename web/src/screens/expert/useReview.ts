import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import type { Problem } from '@shp/shared/domain/assessment/problems';
import { scoreProblems } from '@shp/shared/domain/assessment/submission';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { type ScoreSum, scoreSum } from '@shp/shared/domain/standard/scoring';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLinkedChapter } from '../../assessment/score/openChapter.ts';
import { useChapters } from '../../assessment/score/useChapters.ts';
import { itemsOf, scoredIn, useScores } from '../../assessment/score/useScores.ts';
import { useTab } from '../../assessment/useTab.ts';
import { queries, type StoredScore } from '../../core/assessmentQueries.ts';

export type Title = Output<'GET assessment/standard/serial1/titles'>[number];
export type Expert = Output<'GET assessment/experts'>[number];
export type OpenItem = Extract<Problem, { serial: string }>;

/** An expert's scores of an assessment, for editing, with total and open items. */
export function useReview({ id, rules }: Assessment, titles: readonly Title[], expertId: string) {
  const owner = useMemo(() => ({ expertId }), [expertId]);
  const serials = useMemo(() => titles.map(({ serial }) => serial), [titles]);
  const [open, choose] = useTab('expertScore', serials as [string, ...string[]], useLinkedChapter(serials));
  const { loaded, standard, failure } = useChapters(id, owner, serials, open);
  const scores = useScores(id, owner, loaded);
  const { given } = scores;
  const station = useStationScores(id, [open, ...loaded.keys()]);
  const { data: serverSum } = useQuery(queries.sum(id, owner));
  const sum = useMemo(
    () => (standard ? scoreSum(standard, itemsOf(given), rules.thresholds) : serverSum),
    [standard, given, rules.thresholds, serverSum],
  );
  const left = useMemo(
    () => (standard ? (scoreProblems(standard, itemsOf(given)) as OpenItem[]) : null),
    [standard, given],
  );
  const progress = useMemo(
    () =>
      titles.map((title) => {
        const there = loaded.get(title.serial);
        const before = serverSum?.sections.find(({ serial }) => serial === title.serial)?.scored ?? 0;
        return { ...title, scored: there ? scoredIn(there.chapter, given) : before };
      }),
    [titles, loaded, given, serverSum],
  );
  return { ...scores, owner, serials, open, choose, loaded, failure, station, sum, left, progress };
}

export type ReviewState = ReturnType<typeof useReview>;

/** Number of unscored items in a total. */
export function unscoredItems(sum: ScoreSum): number {
  return sum.sections.reduce((left, { items, scored }) => left + items - scored, 0);
}

/** The station's scores of these chapters. */
function useStationScores(id: string, serials: readonly string[]): ReadonlyMap<string, StoredScore> {
  return useQueries({
    queries: [...new Set(serials)].map((s1) => queries.scores(id, 'station', s1)),
    combine: bySerial,
  });
}

function bySerial(results: readonly { data: StoredScore[] | undefined }[]): ReadonlyMap<string, StoredScore> {
  return new Map(results.flatMap(({ data = [] }) => data.map((item): [string, ScoreItem] => [item.serial, item])));
}
