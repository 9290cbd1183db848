import type { UsersText } from '@shp/shared/text/en/users/dialogs';
import { areaTexts } from '../../core/i18n/areaTexts.ts';

/** Texts of the dialogs that add, delete, recover and import accounts, link stations with an aggregate account, and tell what a deletion or a reset ends. */
export const useDialogsText = areaTexts<UsersText>({
  zh: async () => (await import('@shp/shared/text/zh/users/dialogs')).users,
  en: async () => (await import('@shp/shared/text/en/users/dialogs')).users,
});
