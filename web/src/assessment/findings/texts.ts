import type { Rules } from '@shp/shared/text/en/rules';
import type { Findings } from '@shp/shared/text/findings/en';
import { areaTexts } from '../../core/i18n/areaTexts.ts';
import { loadTogether } from '../../core/i18n/texts.ts';

/** Texts of findings, with the names of their states and steps. */
export const useFindingText = areaTexts<{ readonly findings: Findings; readonly rules: Rules }>({
  zh: () => loadTogether(import('@shp/shared/text/findings/zh'), import('@shp/shared/text/zh/rules')),
  en: () => loadTogether(import('@shp/shared/text/findings/en'), import('@shp/shared/text/en/rules')),
});
