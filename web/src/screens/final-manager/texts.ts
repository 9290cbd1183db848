import type { FinalReview } from '@shp/shared/text/en/finalReview';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useFinalText = areaTexts<FinalReview>({
  zh: async () => (await import('@shp/shared/text/zh/finalReview')).finalReview,
  en: async () => (await import('@shp/shared/text/en/finalReview')).finalReview,
});
