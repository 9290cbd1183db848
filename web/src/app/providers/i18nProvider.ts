import { LANG_TAGS, type Lang } from '@shp/shared/domain/lib/lang';
import type { I18nProvider } from 'react-admin';
import { changeLanguage, type Text } from '../../core/i18n/texts.ts';

/** react-admin's messages from the text catalogue. A string that is no key is returned unchanged. */
export function i18nProvider(lang: Lang, text: Text): I18nProvider {
  const messages = { ra: text.reactAdmin };
  return {
    translate: (key: string, options: Record<string, unknown> = {}) =>
      fill(find(messages, key) ?? (typeof options._ === 'string' ? options._ : key), options),
    getLocale: () => LANG_TAGS[lang],
    changeLocale: (locale: string) => changeLanguage(locale === LANG_TAGS.en ? 'en' : 'zh'),
  };
}

function find(messages: object, key: string): string | undefined {
  let at: unknown = messages;
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === 'string' ? at : undefined;
}

/** Replaces `%{name}` by its value; of `one |||| many` it takes the form that fits `smart_count`. */
function fill(message: string, options: Record<string, unknown>): string {
  const forms = message.split('||||').map((form) => form.trim());
  const form = (options.smart_count === 1 ? forms[0] : forms.at(-1)) ?? message;
  return form.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    options[name] === undefined ? whole : String(options[name]),
  );
}
