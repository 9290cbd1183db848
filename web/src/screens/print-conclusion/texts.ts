import type { Print } from '@shp/shared/text/en/print';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const usePrintText = areaTexts<Print>({
  zh: async () => (await import('@shp/shared/text/zh/print')).print,
  en: async () => (await import('@shp/shared/text/en/print')).print,
});
