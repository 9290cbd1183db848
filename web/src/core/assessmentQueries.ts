import type { Output } from '@shp/shared/api/index';
import { type FindingView, filterOfView } from '@shp/shared/domain/addresses/findings';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { invalidateQueries } from './invalidateQueries.ts';

/** Owner of scores: the station, or one expert. */
export type Owner = 'station' | { readonly expertId: string };
export type StoredScore = ScoreItem & { byAdmin?: boolean | undefined };

/**
 * Queries of an assessment's pages. The second part of every key is the assessment's id, so that one invalidation
 * covers them all after a step.
 */
export const queries = {
  assessment: (id: string) =>
    queryOptions({
      queryKey: ['assessment', id],
      queryFn: ({ signal }) => client.call('GET assessment', { id }, { signal }),
    }),
  events: (id: string) =>
    queryOptions({
      queryKey: ['events', id],
      queryFn: ({ signal }) => client.call('GET assessment/events', { id }, { signal }),
    }),
  /** The server's reasons depend on `lang`. */
  nextSteps: (id: string, lang: string) =>
    queryOptions({
      queryKey: ['nextSteps', id, lang],
      queryFn: ({ signal }) => client.call('GET assessment/next_steps', { id }, { signal }),
    }),
  problems: (id: string, lang: string) =>
    queryOptions({
      queryKey: ['problems', id, lang],
      queryFn: ({ signal }) => client.call('GET assessment/validate_station_submit', { id }, { signal }),
    }),
  /** A version of the standard never changes. */
  standard: (id: string) =>
    queryOptions({
      queryKey: ['standard', id],
      queryFn: ({ signal }) => client.call('GET assessment/standard', { asm_id: id }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  titles: (id: string) =>
    queryOptions({
      queryKey: ['titles', id],
      queryFn: ({ signal }) => client.call('GET assessment/standard/serial1/titles', { id }, { signal }),
    }),
  /** A version of the standard never changes. */
  chapter: (id: string, s1: string) =>
    queryOptions({
      queryKey: ['chapter', id, s1],
      queryFn: ({ signal }) => client.call('GET assessment/standard/serial1', { id, s1 }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  scores: (id: string, owner: Owner, s1: string) =>
    queryOptions({
      queryKey: ['scores', id, owner, s1],
      queryFn: ({ signal }): Promise<StoredScore[]> =>
        owner === 'station'
          ? client.call('GET assessment/station_scores', { id, s1 }, { signal })
          : client.call('GET assessment/expert_scores', { id, expertId: owner.expertId, s1 }, { signal }),
    }),
  sum: (id: string, owner: Owner) =>
    queryOptions({
      queryKey: ['sum', id, owner],
      queryFn: ({ signal }): Promise<Output<'GET assessment/sum_station_score'>> =>
        owner === 'station'
          ? client.call('GET assessment/sum_station_score', { id }, { signal })
          : client.call('GET assessment/sum_expert_score', { id, expertId: owner.expertId }, { signal }),
    }),
  allExpertScores: (id: string, s1: string) =>
    queryOptions({
      queryKey: ['allExpertScores', id, s1],
      queryFn: ({ signal }) => client.call('GET assessment/all_expert_scores', { id, s1 }, { signal }),
    }),
  experts: (id: string) =>
    queryOptions({
      queryKey: ['experts', id],
      queryFn: ({ signal }) => client.call('GET assessment/experts', { id }, { signal }),
    }),
  expertsConclusion: (id: string) =>
    queryOptions({
      queryKey: ['expertsConclusion', id],
      queryFn: ({ signal }) => client.call('GET assessment/experts_conclusion', { id }, { signal }),
    }),
  result: (id: string) =>
    queryOptions({
      queryKey: ['result', id],
      queryFn: ({ signal }) => client.call('GET assessment/result', { id }, { signal }),
    }),
  submissions: (id: string) =>
    queryOptions({
      queryKey: ['submissions', id],
      queryFn: ({ signal }) => client.call('GET assessment/submissions', { id }, { signal }),
    }),
  /** A submission never changes. */
  submission: (id: string, no: number) =>
    queryOptions({
      queryKey: ['submission', id, no],
      queryFn: ({ signal }) => client.call('GET assessment/submission', { id, no }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  managerConclusion: (id: string) =>
    queryOptions({
      queryKey: ['managerConclusion', id],
      queryFn: ({ signal }) => client.call('GET assessment/manager_conclusion', { id }, { signal }),
    }),
  files: (id: string) =>
    queryOptions({
      queryKey: ['files', id],
      queryFn: ({ signal }) => client.call('GET file/list', { id }, { signal }),
    }),
  /** The number of the findings in a view that the user may see. */
  findingCount: (view: FindingView) =>
    queryOptions({
      queryKey: ['findings', 'count', view],
      queryFn: ({ signal }) => client.call('GET finding/query', { ...filterOfView(view), size: 1 }, { signal }),
    }),
  /** By the id of the finding. */
  finding: (id: string) =>
    queryOptions({
      queryKey: ['finding', id],
      queryFn: ({ signal }) => client.call('GET finding', { id }, { signal }),
    }),
  evidence: (id: string, s1: string) =>
    queryOptions({
      queryKey: ['evidence', id, s1],
      queryFn: ({ signal }) => client.call('GET file/evidence', { asmId: id, serial1: s1 }, { signal }),
    }),
};

const OF_FILES: readonly unknown[] = ['finding', 'files', 'evidence', 'titles', 'problems', 'nextSteps'];

/** Refetches after a file was added or removed. */
export function refreshFiles(cache: QueryClient, id: string): Promise<void> {
  return invalidateQueries(cache, { predicate: ({ queryKey: [kind, of] }) => of === id && OF_FILES.includes(kind) });
}

/** Refetches after a step: everything about the assessment, and the lists that contain it. */
export async function refreshAll(cache: QueryClient, id: string): Promise<void> {
  await invalidateQueries(cache, { predicate: ({ queryKey }) => queryKey[1] === id });
  await cache.invalidateQueries({ queryKey: ['assessments'] });
}
