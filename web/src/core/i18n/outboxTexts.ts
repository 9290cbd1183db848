import type { OutboxText } from '@shp/shared/text/en/outbox';
import { areaTexts } from './areaTexts.ts';

/** Texts of the outbox. They load together with it, because the network may be down when they are shown. */
export const useOutboxText = areaTexts<OutboxText>({
  zh: async () => (await import('@shp/shared/text/zh/outbox')).outbox,
  en: async () => (await import('@shp/shared/text/en/outbox')).outbox,
});
