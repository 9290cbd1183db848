import type { Profile } from '@shp/shared/text/en/profile';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

/** Texts of the profile page. */
export const useProfileText = areaTexts<Profile>({
  zh: async () => (await import('@shp/shared/text/zh/profile')).profile,
  en: async () => (await import('@shp/shared/text/en/profile')).profile,
});
