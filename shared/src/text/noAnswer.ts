import type { Lang } from '../domain/lib/lang.ts';

/** Why a request failed: the server was silent for this many seconds. */
export const NO_ANSWER: Record<Lang, (seconds: number) => string> = {
  zh: (seconds) => `${seconds} 秒内没有应答`,
  en: (seconds) => `no answer within ${seconds} s`,
};
