import type { ExpertText } from '@shp/shared/text/en/expert';
import { areaTexts } from './areaTexts.ts';

/** Texts of scoring: keys and phrases, and the expert's page. */
export const useExpertText = areaTexts<ExpertText>({
  zh: async () => (await import('@shp/shared/text/zh/expert')).expert,
  en: async () => (await import('@shp/shared/text/en/expert')).expert,
});
