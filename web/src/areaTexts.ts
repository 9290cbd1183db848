import type { Lang } from '@shp/shared/text/index';
import { use } from 'react';
import { readPreferences, usePreferences } from './preferences.ts';

/** The hook that reads the texts of an area; `preload` asks for them before they are needed. */
export type AreaTexts<T> = { (): T; preload(): void };

/**
 * Loads the texts of one area of the console in each language once, when that language is shown. What has been loaded is
 * read at once: React shows a fallback for at least 300 ms, however short the wait.
 */
export function areaTexts<T>(load: Record<Lang, () => Promise<T>>): AreaTexts<T> {
  const loading: Partial<Record<Lang, Promise<T>>> = {};
  const loaded: Partial<Record<Lang, T>> = {};

  function once(lang: Lang): Promise<T> {
    loading[lang] ??= load[lang]().then(
      (texts) => {
        loaded[lang] = texts;
        return texts;
      },
      (error: unknown) => {
        delete loading[lang];
        throw error;
      },
    );
    return loading[lang];
  }

  function useTexts(): T {
    const { lang } = usePreferences();
    return loaded[lang] ?? use(once(lang));
  }
  // What could not be preloaded is asked for again, and its failure shown, when it is read.
  return Object.assign(useTexts, { preload: () => void once(readPreferences().lang).catch(() => {}) });
}
