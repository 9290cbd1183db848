import type { OutboxText } from '@shp/shared/text/en/outbox';
import type { Review } from '@shp/shared/text/en/review';
import type { Rules } from '@shp/shared/text/en/rules';
import { areaTexts } from './areaTexts.ts';
import { useOutboxText } from './outboxTexts.ts';
import { loadTogether, type Text, useText } from './texts.ts';

type Areas = { readonly rules: Rules; readonly review: Review };
export type ReviewText = Text & Areas & { readonly outbox: OutboxText };

const useAreas = areaTexts<Areas>({
  zh: () => loadTogether(import('@shp/shared/text/zh/rules'), import('@shp/shared/text/zh/review')),
  en: () => loadTogether(import('@shp/shared/text/en/rules'), import('@shp/shared/text/en/review')),
});

/** Loads the review pages' texts while their code and data are loading. */
export function preloadReviewTexts(): void {
  useOutboxText.preload();
  useAreas.preload();
}

/** Texts of the review pages; suspends until they are loaded. */
export function useReviewText(): ReviewText {
  const text = useText();
  const outbox = useOutboxText();
  return { ...text, ...useAreas(), outbox };
}
