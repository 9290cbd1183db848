import type { Home } from '@shp/shared/text/en/home';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useHomeText = areaTexts<Home>({
  zh: async () => (await import('@shp/shared/text/zh/home')).home,
  en: async () => (await import('@shp/shared/text/en/home')).home,
});
