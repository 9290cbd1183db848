import { areaTexts } from '../../areaTexts.ts';

export const useListText = areaTexts({
  zh: async () => (await import('@shp/shared/text/zh/assessmentList')).assessmentList,
  en: async () => (await import('@shp/shared/text/en/assessmentList')).assessmentList,
});
