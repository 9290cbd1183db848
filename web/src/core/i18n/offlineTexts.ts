import type { OfflineText } from '@shp/shared/text/en/device/offline';
import { areaTexts } from './areaTexts.ts';

export const useOfflineText = areaTexts<OfflineText>({
  zh: async () => (await import('@shp/shared/text/zh/device/offline')).offline,
  en: async () => (await import('@shp/shared/text/en/device/offline')).offline,
});
