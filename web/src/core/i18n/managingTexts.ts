import type { Managing } from '@shp/shared/text/en/managing';
import { areaTexts } from './areaTexts.ts';

/** The texts of the pages on which somebody reads or decides what a station sent. */
export const useManagingText = areaTexts<Managing>({
  zh: async () => (await import('@shp/shared/text/zh/managing')).managing,
  en: async () => (await import('@shp/shared/text/en/managing')).managing,
});
