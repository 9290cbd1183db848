import type { OverviewText } from '@shp/shared/text/en/home';
import { areaTexts } from '../../../core/i18n/areaTexts.ts';

export const useOverviewText = areaTexts<OverviewText>({
  zh: async () => (await import('@shp/shared/text/zh/home')).overview,
  en: async () => (await import('@shp/shared/text/en/home')).overview,
});
