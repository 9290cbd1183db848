import type { Notices } from '@shp/shared/text/en/notices/notices';
import { areaTexts } from './areaTexts.ts';

export const useNoticesText = areaTexts<Notices>({
  zh: async () => (await import('@shp/shared/text/zh/notices/notices')).notices,
  en: async () => (await import('@shp/shared/text/en/notices/notices')).notices,
});
