/**
 * The languages of the product. The texts are in `en/` and `zh/`, one file per area, so that a page loads only the
 * texts it shows. A Chinese file has the type of its English one: a missing or extra key does not compile.
 */
export const LANGS = ['zh', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** The language tag in `Accept-Language` and `lang=`. */
export const LANG_TAGS: Record<Lang, string> = { zh: 'zh-CN', en: 'en' };

/**
 * The language preferred by an `Accept-Language` header; Chinese if it names neither (docs/spec/wire.md#conventions).
 */
export function langOf(header: string | undefined): Lang {
  const ranked = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { lang: tag.startsWith('zh') ? 'zh' : tag.startsWith('en') ? 'en' : null, quality: Number(quality ?? 1) };
    })
    .filter((one): one is { lang: Lang; quality: number } => one.lang !== null && one.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.lang ?? 'zh';
}
