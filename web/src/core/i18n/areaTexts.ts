import type { Lang } from '@shp/shared/domain/lib/lang';
import { use } from 'react';
import { readPreferences, usePreferences } from '../preferences.ts';

/** The hook that reads the texts of an area; `preload` asks for them before they are needed. */
export type AreaTexts<T> = { (): T; preload(): void };

/**
 * Loads the texts of one area of the console in each language once, when that language is shown. What has been loaded is
 * read at once: React shows a fallback for at least 300 ms, however short the wait.
 */
export function areaTexts<T>(load: Record<Lang, () => Promise<T>>): AreaTexts<T> {
  const reads: Partial<Record<Lang, Promise<T>>> = {};

  function once(lang: Lang): Promise<T> {
    const known = reads[lang];
    if (known) return known;
    const read = load[lang]();
    reads[lang] = read;
    read.then(
      // So React reads a promise that has been kept.
      (value) => Object.assign(read, { status: 'fulfilled', value }),
      () => delete reads[lang],
    );
    return read;
  }

  // `use` in every drawing: a component that React draws again after a wait must call the same hooks.
  const useTexts = (): T => use(once(usePreferences().lang));
  // What could not be preloaded is asked for again, and its failure shown, when it is read.
  return Object.assign(useTexts, { preload: () => void once(readPreferences().lang) });
}
