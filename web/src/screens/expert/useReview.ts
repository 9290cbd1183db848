import type { Output } from '@shp/shared/api/index';
import type { Assessment } from '@shp/shared/api/objects';
import type { Problem } from '@shp/shared/domain/assessment/problems';
import { scoreProblems } from '@shp/shared/domain/assessment/submission';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { type ScoreSum, scoreSum } from '@shp/shared/domain/standard/scoring';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useNavigationType } from 'react-router';
import { useLinkedChapter } from '../../assessment/score/openChapter.ts';
import { useChapters } from '../../assessment/score/useChapters.ts';
import { itemsOf, scoredIn, useScores } from '../../assessment/score/useScores.ts';
import { rememberTab, TAB_MEMORY, useTab } from '../../assessment/useTab.ts';
import { queries, type StoredScore } from '../../core/assessmentQueries.ts';
import { readStored } from '../../core/browserStorage.ts';

export type Title = Output<'GET assessment/standard/serial1/titles'>[number];
export type Expert = Output<'GET assessment/experts'>[number];
export type OpenItem = Extract<Problem, { serial: string }>;

/** An expert's scores of an assessment, for editing, with total and open items. */
export function useReview({ id, rules }: Assessment, titles: readonly Title[], expertId: string) {
  const owner = useMemo(() => ({ expertId }), [expertId]);
  const serials = useMemo(() => titles.map(({ serial }) => serial), [titles]);
  const { data: serverSum } = useQuery(queries.sum(id, owner));
  const begin = useFirstUnfinished(`${id}/${expertId}`, serials, serverSum);
  const [open, choose] = useTab('expertScore', serials as [string, ...string[]], useLinkedChapter(serials) ?? begin);
  // A reload shows it again.
  useEffect(() => rememberTab('expertScore', open), [open]);
  const { loaded, standard, failure } = useChapters(id, owner, serials, open);
  const scores = useScores(id, owner, loaded);
  const { given } = scores;
  const station = useStationScores(id, [open, ...loaded.keys()]);
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

/**
 * The first chapter with unscored items, or the first of all, for a review that is opened; undefined after a reload and
 * on the way back, which show the chapter that was open.
 */
function useFirstUnfinished(review: string, serials: readonly string[], sum: ScoreSum | undefined): string | undefined {
  const goesOn = useNavigationType() === 'POP';
  const [begin] = useState(() => {
    if (goesOn && readStored(TAB_MEMORY.begunScores, 'sessionStorage') === review) return undefined;
    return (sum?.sections.find(({ scored, items }) => scored < items) ?? { serial: serials[0] }).serial;
  });
  useEffect(() => rememberTab('begunScores', review), [review]);
  return begin;
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
