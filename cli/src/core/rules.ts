import type { Rules } from '@shp/shared/text/en/rules';
import type { Lang } from '@shp/shared/text/index';

/** The texts of forms and files, loaded by the few commands that say them. */
export async function loadRules(lang: Lang): Promise<Rules> {
  const { rules } = await (lang === 'zh' ? import('@shp/shared/text/zh/rules') : import('@shp/shared/text/en/rules'));
  return rules;
}
