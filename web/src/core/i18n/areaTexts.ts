import type { Lang } from '@shp/shared/domain/lib/lang';
import { use } from 'react';
import { readPreferences, usePreferences } from '../preferences.ts';

/** Hook that returns the texts of an area; `preload` loads them early. */
export type AreaTexts<T> = { (): T; preload(): void };

/**
 * Loads one area's texts per language, once, when that language is shown. Loaded texts are available synchronously:
 * otherwise React shows a fallback for at least 300 ms.
 */
export function areaTexts<T>(load: Record<Lang, () => Promise<T>>): AreaTexts<T> {
  const reads: Partial<Record<Lang, Promise<T>>> = {};

  function once(lang: Lang): Promise<T> {
    const known = reads[lang];
    if (known) return known;
    const read = load[lang]();
    reads[lang] = read;
    read.then(
      // Marks the promise as fulfilled, so that React's `use` returns its value without suspending.
      (value) => Object.assign(read, { status: 'fulfilled', value }),
      () => delete reads[lang],
    );
    return read;
  }

  // Call `use` in every render: a component that renders again after suspending must call the same hooks.
  const useTexts = (): T => use(once(usePreferences().lang));
  // A failed preload is retried, and its failure shown, when the texts are read.
  return Object.assign(useTexts, { preload: () => void once(readPreferences().lang) });
}
