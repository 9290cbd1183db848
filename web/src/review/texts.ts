import type { Review } from '@shp/shared/text/en/review';
import type { Rules } from '@shp/shared/text/en/rules';
import type { Lang } from '@shp/shared/text/index';
import { use } from 'react';
import { usePreferences } from '../preferences.ts';
import { type Text, useText } from '../texts.ts';

type Areas = { readonly rules: Rules; readonly review: Review };
export type ReviewText = Text & Areas;

const load: Record<Lang, () => Promise<Areas>> = {
  zh: async () => ({ ...(await import('@shp/shared/text/zh/rules')), ...(await import('@shp/shared/text/zh/review')) }),
  en: async () => ({ ...(await import('@shp/shared/text/en/rules')), ...(await import('@shp/shared/text/en/review')) }),
};
const loading: Partial<Record<Lang, Promise<Areas>>> = {};
const loaded: Partial<Record<Lang, Areas>> = {};

/** Asks for a language's texts of the review's pages before they are needed. */
export function loadReviewTexts(lang: Lang): Promise<Areas> {
  loading[lang] ??= load[lang]().then(
    (areas) => {
      loaded[lang] = areas;
      return areas;
    },
    (error) => {
      delete loading[lang];
      throw error;
    },
  );
  return loading[lang];
}

/** The texts of the review's pages; the page waits until they are there. */
export function useReviewText(): ReviewText {
  const text = useText();
  const { lang } = usePreferences();
  return { ...text, ...(loaded[lang] ?? use(loadReviewTexts(lang))) };
}
