import type { Lang } from '../domain/lib/lang.ts';

/** The client's message for an error response without a body of our API: a proxy's page, or an empty body. */
export const NO_BODY_MESSAGES: Record<Lang, { denied: string; error: string }> = {
  zh: { denied: '请求被拒绝', error: '发生错误' },
  en: { denied: 'request denied', error: 'an error occurred' },
};
