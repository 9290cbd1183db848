import type { FileItem } from '@shp/shared/api/objects';
import type { Serial1, Standard } from '@shp/shared/domain/standard/standard';
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Owner, queries, type StoredScore } from '../../core/assessmentQueries.ts';
import { whenIdle } from '../whenIdle.ts';

export type LoadedChapter = { readonly chapter: Serial1; readonly scores: readonly StoredScore[] };

/**
 * The chapters of the standard with one owner's scores, as far as loaded. The open chapter loads first, the others one
 * by one while the browser is idle, so that the next tab opens at once and totals are computed in the page.
 */
export function useChapters(id: string, owner: Owner, serials: readonly string[], open: string) {
  const cache = useQueryClient();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const wanted = useMemo(() => [...new Set([open, ...asked])], [open, asked]);
  const chapters = useQueries({
    queries: wanted.map((s1) => queries.chapter(id, s1)),
    combine: useByChapter<Serial1>(wanted),
  });
  const scores = useQueries({
    queries: wanted.map((s1) => queries.scores(id, owner, s1)),
    combine: useByChapter<StoredScore[]>(wanted),
  });
  const settled = !chapters.fetching && !scores.fetching;
  const next = followers(serials, open).find((s1) => !wanted.includes(s1));

  useEffect(() => {
    if (!settled || next === undefined) return;
    return whenIdle(() => {
      setAsked((before) => [...before, next]);
      void cache.prefetchQuery({ ...queries.evidence(id, next), staleTime: 60_000 });
    });
  }, [settled, next, cache, id]);

  const loaded = useMemo(() => chaptersOf(wanted, chapters.data, scores.data), [wanted, chapters.data, scores.data]);
  const standard = useMemo(() => {
    const whole = serials.length > 0 && loaded.size === serials.length;
    return whole ? standardOf(serials.flatMap((s1) => loaded.get(s1)?.chapter ?? [])) : null;
  }, [loaded, serials]);
  const failed = chapters.failed ?? scores.failed;
  return {
    loaded,
    /** The whole standard, once every chapter is loaded. */
    standard,
    failure: failed && { error: failed.error, retry: () => void failed.refetch() },
  };
}

/** Chapters that another part of the page has loaded; requests none itself. */
export function useReadChapters(id: string, owner: Owner, serials: readonly string[]) {
  const chapters = useQueries({
    queries: serials.map((s1) => ({ ...queries.chapter(id, s1), enabled: false })),
    combine: useByChapter<Serial1>(serials),
  });
  const scores = useQueries({
    queries: serials.map((s1) => ({ ...queries.scores(id, owner, s1), enabled: false })),
    combine: useByChapter<StoredScore[]>(serials),
  });
  return useMemo(() => chaptersOf(serials, chapters.data, scores.data), [serials, chapters.data, scores.data]);
}

function chaptersOf(
  serials: readonly string[],
  chapters: ByChapter<Serial1>,
  scores: ByChapter<StoredScore[]>,
): ReadonlyMap<string, LoadedChapter> {
  const all = new Map<string, LoadedChapter>();
  for (const s1 of serials) {
    const chapter = chapters[s1];
    const own = scores[s1];
    if (chapter && own) all.set(s1, { chapter, scores: own });
  }
  return all;
}

type ByChapter<T> = Readonly<Record<string, T | undefined>>;

/**
 * Combines queries of these chapters, their data by chapter. TanStack compares combined data with those before at the same
 * place and copies what differs: a list in a new order would become new items, which all render.
 */
function useByChapter<T>(serials: readonly string[]) {
  return useCallback(
    (results: UseQueryResult<T>[]) => ({
      data: Object.fromEntries(serials.map((s1, index) => [s1, results[index]?.data])) as ByChapter<T>,
      fetching: results.some(({ isFetching }) => isFetching),
      failed: results.find(({ error }) => error !== null),
    }),
    [serials],
  );
}

/** A standard made of chapters, without its version. */
export function standardOf(sections: Serial1[]): Standard {
  return { version: '', title: '', full: sections.reduce((sum, { score }) => sum + score, 0), sections };
}

/** The chapters after the open one, then those before it. */
function followers(serials: readonly string[], open: string): string[] {
  const at = serials.indexOf(open);
  return [...serials.slice(at + 1), ...serials.slice(0, Math.max(at, 0))];
}

/** The evidence of a chapter by item. */
export function useEvidence(id: string, s1: string): ReadonlyMap<string, readonly FileItem[]> {
  const { data } = useQuery(queries.evidence(id, s1));
  return useMemo(() => {
    const bySerial = new Map<string, FileItem[]>();
    for (const file of data ?? []) bySerial.set(file.serial ?? '', [...(bySerial.get(file.serial ?? '') ?? []), file]);
    return bySerial;
  }, [data]);
}
