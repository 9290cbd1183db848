import type { OutboxText } from '@shp/shared/text/en/outbox';
import { areaTexts } from './areaTexts.ts';

/** The texts of the outbox, which come with it: when they are shown, there may be no line to load them by. */
export const useOutboxText = areaTexts<OutboxText>({
  zh: async () => (await import('@shp/shared/text/zh/outbox')).outbox,
  en: async () => (await import('@shp/shared/text/en/outbox')).outbox,
});
