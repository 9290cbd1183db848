import { LIST_FIELDS, type ListName } from '@shp/shared/domain/addresses/listFields';
import { changeLanguage, useText } from '../../core/i18n/texts.ts';
import { setPreferences, usePreferences } from '../../core/preferences.ts';
import { useSession, useUser } from '../../core/session.ts';
import { viewsOf } from '../../ui/list/views/savedViews.ts';
import { confirmLogout } from '../confirmLogout.ts';
import type { Found, Keyed } from './sources.ts';
import { useFindText } from './texts.ts';

const LISTS = Object.keys(LIST_FIELDS) as ListName[];

/** What the command box offers on every page: the header's commands, and the saved views of the caller's lists. */
export function useCommands(onOpen: (dialog: 'keys' | 'password' | 'device') => void) {
  const { common, web } = useText();
  const { lang, theme, chosen } = usePreferences();
  const { id } = useUser();
  const { menu } = useSession();
  const { systemTheme } = useFindText();
  const { header } = web;
  const otherTheme = theme === 'light' ? 'dark' : 'light';
  const otherLang = lang === 'zh' ? 'en' : 'zh';
  const command = (title: string, run: () => void): Keyed => ({ title, run, note: '' });
  const commands: (Found | Keyed)[] = [
    command(header.toTheme[otherTheme], () => setPreferences({ chosen: otherTheme })),
    ...(chosen === null ? [] : [command(systemTheme, () => setPreferences({ chosen: null }))]),
    command(header.toLanguage[otherLang], () => void changeLanguage(otherLang)),
    { to: '/profile', title: header.userInfo, note: '' },
    command(header.changePassword, () => onOpen('password')),
    command(header.device, () => onOpen('device')),
    { ...command(header.keys, () => onOpen('keys')), keys: '?' },
    command(header.logOut, confirmLogout),
  ];
  const views = menu.flatMap(({ key, path }): Found[] => {
    const list = LISTS.find((one) => one === key);
    return list === undefined
      ? []
      : viewsOf(id, list).map(({ name, search }) => ({ to: `${path}${search}`, title: name, note: common.menu[key] }));
  });
  return { commands, views };
}
