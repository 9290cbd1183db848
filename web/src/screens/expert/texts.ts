import type { ExpertText } from '@shp/shared/text/en/expert';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useExpertText = areaTexts<ExpertText>({
  zh: async () => (await import('@shp/shared/text/zh/expert')).expert,
  en: async () => (await import('@shp/shared/text/en/expert')).expert,
});
