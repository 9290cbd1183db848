import type { Factors } from '@shp/shared/text/en/factors/factors';
import { areaTexts } from './areaTexts.ts';

/** Texts of second factors: the second step of a login, and one's own list. */
export const useFactorsText = areaTexts<Factors>({
  zh: async () => (await import('@shp/shared/text/zh/factors/factors')).factors,
  en: async () => (await import('@shp/shared/text/en/factors/factors')).factors,
});
