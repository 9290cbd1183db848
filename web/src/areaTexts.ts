import type { Lang } from '@shp/shared/text/index';
import { use } from 'react';
import { usePreferences } from './preferences.ts';

/** Loads the texts of one area of the console in each language once, when that language is shown; answers the hook that reads them. */
export function areaTexts<T>(load: Record<Lang, () => Promise<T>>): () => T {
  const loading: Partial<Record<Lang, Promise<T>>> = {};

  function once(lang: Lang): Promise<T> {
    loading[lang] ??= load[lang]().catch((error: unknown) => {
      delete loading[lang];
      throw error;
    });
    return loading[lang];
  }

  return function useTexts() {
    const { lang } = usePreferences();
    return use(once(lang));
  };
}
