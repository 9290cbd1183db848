import { useQuery } from '@tanstack/react-query';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useSeenItems } from './useSeenItems.ts';

/** What the first reviewer has left to look at, as text; '' where `wanted` is false, nothing is left, or it is not known yet. */
export function useUnread(id: string, wanted: boolean): string {
  const { review } = useReviewText();
  const { data: titles } = useQuery({ ...queries.titles(id), enabled: wanted });
  const { seen } = useSeenItems(id);
  if (!wanted || !titles) return '';
  const sum = (of: 'items' | 'itemsWithEvidence') => titles.reduce((total, title) => total + title[of], 0);
  const items = sum('items');
  return review.steps.unread(items - seen.size, items - sum('itemsWithEvidence'));
}
