import type { FileItem } from '@shp/shared/api/objects';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useSeenItems } from './useSeenItems.ts';

/** What the first reviewer has left to look at, as text; '' where `wanted` is false, nothing is left, or it is not known yet. */
export function useUnread(id: string, wanted: boolean): string {
  const { review } = useReviewText();
  const { data: titles = [] } = useQuery({ ...queries.titles(id), enabled: wanted });
  const { seen } = useSeenItems(id);
  const withEvidence = useQueries({
    queries: wanted ? titles.map(({ serial }) => queries.evidence(id, serial)) : [],
    combine: itemsWithFiles,
  });
  if (!wanted || withEvidence === null) return '';
  const items = titles.reduce((sum, title) => sum + title.items, 0);
  return review.steps.unread(items - seen.size, items - withEvidence);
}

/** The number of items with evidence; null until every chapter is there. */
function itemsWithFiles(results: readonly UseQueryResult<FileItem[]>[]): number | null {
  if (results.length === 0 || results.some(({ data }) => data === undefined)) return null;
  return new Set(results.flatMap(({ data = [] }) => data.map(({ serial }) => serial))).size;
}
