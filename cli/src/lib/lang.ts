import { LANGS, type Lang } from '@shp/shared/domain/lib/lang';

/** `--lang`, then `SHP_LANG`, then the locale; Chinese if nothing is set. */
export function langFrom(flag: string | undefined, env: NodeJS.ProcessEnv): Lang {
  const chosen = (flag ?? env.SHP_LANG ?? '').toLowerCase();
  for (const lang of LANGS) if (chosen.startsWith(lang)) return lang;
  const locale = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value);
  return locale === undefined || /^zh/i.test(locale) ? 'zh' : 'en';
}
