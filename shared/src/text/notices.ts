import type { Lang } from '../domain/lib/lang.ts';
import type { NoticeKind } from '../domain/notices/kinds.ts';
import { texts } from './common.ts';
import { notices as en, type Notices } from './en/notices/notices.ts';
import { notices as zh } from './zh/notices/notices.ts';

/** The texts of notices in both languages; for the server, which answers in either. */
export const noticesTexts: Record<Lang, Notices> = { zh, en };

/** The text of a notice in the reader's language. `params` are those stored with the notice. */
export function noticeText(kind: NoticeKind, params: unknown, lang: Lang): string {
  const text = noticesTexts[lang].texts[kind] as (given: unknown, words: (typeof texts)[Lang]) => string;
  return text(params, texts[lang]);
}
