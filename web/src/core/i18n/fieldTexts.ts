import type { FieldText } from '@shp/shared/text/en/device/field';
import { areaTexts } from './areaTexts.ts';

export const useFieldText = areaTexts<FieldText>({
  zh: async () => (await import('@shp/shared/text/zh/device/field')).field,
  en: async () => (await import('@shp/shared/text/en/device/field')).field,
});
