import type { Documents } from '@shp/shared/text/en/documents';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

export const useDocumentsText = areaTexts<Documents>({
  zh: async () => (await import('@shp/shared/text/zh/documents')).documents,
  en: async () => (await import('@shp/shared/text/en/documents')).documents,
});
