/** The locale by which a terminal's characters are not UTF-8, in which everything is written; null where it is or none is set. */
export function otherEncoding(env: NodeJS.ProcessEnv): string | null {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value);
  return locale === undefined || /utf-?8/i.test(locale) ? null : locale;
}
