import { LANG_TAGS, LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browserStorage.ts';
import { STORAGE_NAMES } from './storageNames.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
type Preferences = { readonly lang: Lang; readonly theme: Theme };

const listeners = new Set<() => void>();
let preferences: Preferences = {
  lang: LANGS.find((lang) => lang === readStored(STORAGE_NAMES.lang)) ?? 'zh',
  theme:
    THEMES.find((theme) => theme === readStored(STORAGE_NAMES.theme)) ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
};

function show(): void {
  document.documentElement.lang = LANG_TAGS[preferences.lang];
  document.documentElement.dataset.theme = preferences.theme;
}
show();

export const readPreferences = (): Preferences => preferences;

export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change };
  writeStored(STORAGE_NAMES.lang, preferences.lang);
  writeStored(STORAGE_NAMES.theme, preferences.theme);
  show();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Language and theme of this browser; they outlive the session. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}
