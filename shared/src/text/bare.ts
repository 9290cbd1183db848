import type { Lang } from '../domain/lib/lang.ts';

/** What a client says of an error answer without a message of the contract: a proxy's page, or an empty body. */
export const BARE: Record<Lang, { denied: string; error: string }> = {
  zh: { denied: '请求被拒绝', error: '发生错误' },
  en: { denied: 'request denied', error: 'an error occurred' },
};
