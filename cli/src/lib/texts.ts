import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Administration } from '@shp/shared/text/en/administration';
import type { Cli } from '@shp/shared/text/en/cli';
import type { Topics } from '@shp/shared/text/en/cli/topics';
import { type Common, common as en } from '@shp/shared/text/en/common';
import type { Doctor } from '@shp/shared/text/en/doctor';
import type { Factors } from '@shp/shared/text/en/factors/factors';
import type { Notices } from '@shp/shared/text/en/notices/notices';
import type { Rules } from '@shp/shared/text/en/rules';
import { common as zh } from '@shp/shared/text/zh/common';

const COMMON: Record<Lang, Common> = { zh, en };

/** The texts of the commands in the user's language. */
export type Texts = { readonly lang: Lang; readonly cli: Cli; readonly common: Common };
/** A help text, chosen when the language is known. */
export type LocalizedText = (texts: Texts) => string;

/** Loads one language only, for a faster start. */
export async function loadTexts(lang: Lang): Promise<Texts> {
  const { cli } = await (lang === 'zh' ? import('@shp/shared/text/zh/cli') : import('@shp/shared/text/en/cli'));
  return { lang, cli, common: COMMON[lang] };
}

/** The texts of the pages of help that are about no command. */
export async function loadTopics(lang: Lang): Promise<Topics> {
  const { topics } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/cli/topics')
    : import('@shp/shared/text/en/cli/topics'));
  return topics;
}

/** Texts of forms and files, loaded by the few commands that need them. */
export async function loadRules(lang: Lang): Promise<Rules> {
  const { rules } = await (lang === 'zh' ? import('@shp/shared/text/zh/rules') : import('@shp/shared/text/en/rules'));
  return rules;
}

/** The texts of second factors. */
export async function loadFactors(lang: Lang): Promise<Factors> {
  const { factors } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/factors/factors')
    : import('@shp/shared/text/en/factors/factors'));
  return factors;
}

/** The texts of the audit. */
export async function loadAdministration(lang: Lang): Promise<Administration> {
  const { administration } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/administration')
    : import('@shp/shared/text/en/administration'));
  return administration;
}

/** The texts of notices. */
export async function loadNotices(lang: Lang): Promise<Notices> {
  const { notices } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/notices/notices')
    : import('@shp/shared/text/en/notices/notices'));
  return notices;
}

/** The texts of faults in an installation's data. */
export async function loadDoctor(lang: Lang): Promise<Doctor> {
  const { doctor } = await (lang === 'zh'
    ? import('@shp/shared/text/zh/doctor')
    : import('@shp/shared/text/en/doctor'));
  return doctor;
}
