import { LANG_TAGS, LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './browserStorage.ts';
import { STORAGE_NAMES } from './storageNames.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
type Preferences = {
  readonly lang: Lang;
  /** The theme shown. */
  readonly theme: Theme;
  /** The theme chosen; null follows the system. */
  readonly chosen: Theme | null;
};

const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');
let preferences: Preferences = {
  lang: LANGS.find((lang) => lang === readStored(STORAGE_NAMES.lang)) ?? 'zh',
  theme: 'light',
  chosen: THEMES.find((theme) => theme === readStored(STORAGE_NAMES.theme)) ?? null,
};

function show(): void {
  const { lang, chosen } = preferences;
  const theme = chosen ?? (system.matches ? 'dark' : 'light');
  preferences = { ...preferences, theme };
  document.documentElement.lang = LANG_TAGS[lang];
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
show();
system.onchange = show;

export const readPreferences = (): Preferences => preferences;

/** Keeps a choice; without a theme the system's is shown, also when it changes. */
export function setPreferences(choice: Partial<Pick<Preferences, 'lang' | 'chosen'>>): void {
  preferences = { ...preferences, ...choice };
  writeStored(STORAGE_NAMES.lang, preferences.lang);
  writeStored(STORAGE_NAMES.theme, preferences.chosen);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Language and theme of this browser; they outlive the session. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}
