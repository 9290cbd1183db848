import type { Managing } from '@shp/shared/text/en/managing';
import { areaTexts } from './areaTexts.ts';

/** Texts of the pages for reading and deciding an application. */
export const useManagingText = areaTexts<Managing>({
  zh: async () => (await import('@shp/shared/text/zh/managing')).managing,
  en: async () => (await import('@shp/shared/text/en/managing')).managing,
});
