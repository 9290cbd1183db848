import type { OutboxText } from '@shp/shared/text/en/outbox';
import type { Review } from '@shp/shared/text/en/review';
import type { Rules } from '@shp/shared/text/en/rules';
import { areaTexts } from '../areaTexts.ts';
import { useOutboxText } from '../outbox/texts.ts';
import { type Text, useText } from '../texts.ts';

type Areas = { readonly rules: Rules; readonly review: Review };
export type ReviewText = Text & Areas & { readonly outbox: OutboxText };

const useAreas = areaTexts<Areas>({
  zh: async () => ({ ...(await import('@shp/shared/text/zh/rules')), ...(await import('@shp/shared/text/zh/review')) }),
  en: async () => ({ ...(await import('@shp/shared/text/en/rules')), ...(await import('@shp/shared/text/en/review')) }),
});

/** The texts of the review's pages; what uses them waits until they are there. */
export function useReviewText(): ReviewText {
  const text = useText();
  const outbox = useOutboxText();
  return { ...text, ...useAreas(), outbox };
}
