import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useAssigningText = areaTexts({
  zh: async () => (await import('@shp/shared/text/zh/assigning')).assigning,
  en: async () => (await import('@shp/shared/text/en/assigning')).assigning,
});
