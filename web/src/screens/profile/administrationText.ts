import type { Administration } from '@shp/shared/text/en/administration';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

/** Texts of the administrator's tabs. */
export const useAdministrationText = areaTexts<Administration>({
  zh: async () => (await import('@shp/shared/text/zh/administration')).administration,
  en: async () => (await import('@shp/shared/text/en/administration')).administration,
});
