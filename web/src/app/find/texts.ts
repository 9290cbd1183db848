import type { FindText } from '@shp/shared/text/en/hints';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

/** Texts of the command box and of the sheet of keys. */
export const useFindText = areaTexts<FindText>({
  zh: async () => (await import('@shp/shared/text/zh/hints')).find,
  en: async () => (await import('@shp/shared/text/en/hints')).find,
});
