import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Common } from '@shp/shared/text/en/common';
import type { Rules } from '@shp/shared/text/en/rules';
import { refusals as en, type Refusals } from '@shp/shared/text/refusals/en';
import { refusals as zh } from '@shp/shared/text/refusals/zh';
import { rulesTexts } from '@shp/shared/text/rules';

/** The texts of errors, in one language. */
export type ErrorTexts = { readonly text: Common & Refusals; readonly rules: Rules };

const withRefusals = (common: Common, refusals: Refusals): Common & Refusals => ({
  ...common,
  ...refusals,
  password: { ...common.password, ...refusals.password },
});

/** The texts of errors in both languages. */
export const errorTexts: Record<Lang, ErrorTexts> = {
  zh: { text: withRefusals(rulesTexts.zh.common, zh), rules: rulesTexts.zh.rules },
  en: { text: withRefusals(rulesTexts.en.common, en), rules: rulesTexts.en.rules },
};
