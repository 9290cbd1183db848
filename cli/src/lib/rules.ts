import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Administration } from '@shp/shared/text/en/administration';
import type { Rules } from '@shp/shared/text/en/rules';

/** The texts of forms and files, loaded by the few commands that say them. */
export async function loadRules(lang: Lang): Promise<Rules> {
  const { rules } = await (lang === 'zh' ? import('@shp/shared/text/zh/rules') : import('@shp/shared/text/en/rules'));
  return rules;
}

/** The texts of the audit. */
export async function loadAdministration(lang: Lang): Promise<Administration> {
  const { administration } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/administration')
    : import('@shp/shared/text/en/administration'));
  return administration;
}
