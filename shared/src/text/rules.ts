import type { Lang } from '../domain/lib/lang.ts';
import { texts } from './common.ts';
import { rules as en } from './en/rules.ts';
import type { ProblemTexts } from './problems.ts';
import { rules as zh } from './zh/rules.ts';

/** The texts of problems in both languages; for the server, which answers in either. */
export const rulesTexts: Record<Lang, ProblemTexts> = {
  zh: { common: texts.zh, rules: zh },
  en: { common: texts.en, rules: en },
};
