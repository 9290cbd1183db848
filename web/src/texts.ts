import type { Common } from '@shp/shared/text/en/common';
import type { Login } from '@shp/shared/text/en/login';
import type { ReactAdmin } from '@shp/shared/text/en/react-admin';
import type { Web } from '@shp/shared/text/en/web';
import type { Lang } from '@shp/shared/text/index';
import { use } from 'react';
import { prefer, readPreferences, usePreferences } from './preferences.ts';

export type SignInText = { readonly common: Common; readonly login: Login };
export type Text = SignInText & { readonly web: Web; readonly reactAdmin: ReactAdmin };

type Loader<T> = { (lang: Lang): Promise<T>; readonly loaded: Partial<Record<Lang, T>> };

/** Loads each language's texts once, and only when that language is shown. */
function loader<T>(load: Record<Lang, () => Promise<T>>): Loader<T> {
  const loaded: Partial<Record<Lang, T>> = {};
  const loading: Partial<Record<Lang, Promise<T>>> = {};
  const once = (lang: Lang): Promise<T> => {
    loading[lang] ??= load[lang]().then((texts) => {
      loaded[lang] = texts;
      return texts;
    });
    return loading[lang];
  };
  return Object.assign(once, { loaded });
}

const signInTexts = loader<SignInText>({
  zh: async () => ({ ...(await import('@shp/shared/text/zh/common')), ...(await import('@shp/shared/text/zh/login')) }),
  en: async () => ({ ...(await import('@shp/shared/text/en/common')), ...(await import('@shp/shared/text/en/login')) }),
});

const consoleTexts = loader<Text>({
  zh: async () => ({
    ...(await signInTexts('zh')),
    ...(await import('@shp/shared/text/zh/web')),
    ...(await import('@shp/shared/text/zh/react-admin')),
  }),
  en: async () => ({
    ...(await signInTexts('en')),
    ...(await import('@shp/shared/text/en/web')),
    ...(await import('@shp/shared/text/en/react-admin')),
  }),
});

function useTexts<T>(texts: Loader<T>): T {
  const { lang } = usePreferences();
  return texts.loaded[lang] ?? use(texts(lang));
}

/** The texts of the sign-in page; suspends until they are loaded. */
export const useSignInText = (): SignInText => useTexts(signInTexts);

/** The texts of the console; suspends until they are loaded. */
export const useText = (): Text => useTexts(consoleTexts);

/** The same for code outside of components; undefined before the first page is drawn. */
export const readSignInText = (): SignInText | undefined => signInTexts.loaded[readPreferences().lang];

export const preloadConsoleTexts = consoleTexts;

/** Shows the page in another language, once its texts are there, so that nothing flickers. */
export async function changeLanguage(lang: Lang): Promise<void> {
  await (Object.keys(consoleTexts.loaded).length > 0 ? consoleTexts(lang) : signInTexts(lang));
  prefer({ lang });
}
