import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useListText = areaTexts({
  zh: async () => (await import('@shp/shared/text/zh/assessmentList')).assessmentList,
  en: async () => (await import('@shp/shared/text/en/assessmentList')).assessmentList,
});
