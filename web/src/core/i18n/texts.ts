import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Common } from '@shp/shared/text/en/common';
import type { Login } from '@shp/shared/text/en/login';
import type { ReactAdmin } from '@shp/shared/text/en/react-admin';
import type { Web } from '@shp/shared/text/en/web';
import { readPreferences, setPreferences, usePreferences } from '../preferences.ts';

export type SignInText = { readonly common: Common; readonly login: Login };
export type Text = SignInText & { readonly web: Web; readonly reactAdmin: ReactAdmin };

type Loader<T> = {
  (lang: Lang): Promise<T>;
  /** Languages loaded so far. */
  readonly loaded: Partial<Record<Lang, T>>;
  /** Whether loading has started for any language. */
  asked(): boolean;
};

/** Loads a language's texts once, when that language is shown. */
function loader<T>(load: Record<Lang, () => Promise<T>>): Loader<T> {
  const loaded: Partial<Record<Lang, T>> = {};
  const loading: Partial<Record<Lang, Promise<T>>> = {};
  async function once(lang: Lang): Promise<T> {
    loading[lang] ??= load[lang]();
    try {
      loaded[lang] = await loading[lang];
      return loaded[lang];
    } catch (error) {
      delete loading[lang];
      throw error;
    }
  }
  return Object.assign(once, { loaded, asked: () => Object.keys(loading).length > 0 });
}

const signInTexts = loader<SignInText>({
  zh: () => loadTogether(import('@shp/shared/text/zh/common'), import('@shp/shared/text/zh/login')),
  en: () => loadTogether(import('@shp/shared/text/en/common'), import('@shp/shared/text/en/login')),
});

const consoleTexts = loader<Text>({
  zh: () =>
    loadTogether(signInTexts('zh'), import('@shp/shared/text/zh/web'), import('@shp/shared/text/zh/react-admin')),
  en: () =>
    loadTogether(signInTexts('en'), import('@shp/shared/text/en/web'), import('@shp/shared/text/en/react-admin')),
});

/** Loads several texts in parallel and merges them. */
export async function loadTogether<A, B, C>(one: Promise<A>, two: Promise<B>, three?: Promise<C>): Promise<A & B & C> {
  const [a, b, c] = await Promise.all([one, two, three]);
  return { ...a, ...b, ...c } as A & B & C;
}

function useTexts<T>(texts: Loader<T>): T {
  const found = texts.loaded[usePreferences().lang];
  if (!found) throw new Error('a page without its texts');
  return found;
}

/** Texts of the sign-in page, loaded before the first render. */
export const useSignInText = (): SignInText => useTexts(signInTexts);

/** Texts of the console, loaded together with it. */
export const useText = (): Text => useTexts(consoleTexts);

/** `useSignInText` for code outside components. */
export const readSignInText = (): SignInText | undefined => signInTexts.loaded[readPreferences().lang];

export const loadSignInTexts = () => signInTexts(readPreferences().lang);
export const loadConsoleTexts = () => consoleTexts(readPreferences().lang);

/** Switches the language after its texts have loaded, so that the page does not flicker. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await (consoleTexts.asked() ? consoleTexts(lang) : signInTexts(lang));
  setPreferences({ lang });
}
