import type { ReturnReasonsText } from '@shp/shared/text/en/assessment/returnReasons';
import { areaTexts } from './areaTexts.ts';

/** Common reasons of a return: the list's dialog loads no other text of the review pages. */
export const useReturnReasons = areaTexts<ReturnReasonsText>({
  zh: async () => (await import('@shp/shared/text/zh/assessment/returnReasons')).returnReasons,
  en: async () => (await import('@shp/shared/text/en/assessment/returnReasons')).returnReasons,
});
