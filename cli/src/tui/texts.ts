import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Login } from '@shp/shared/text/en/login';
import type { Rules } from '@shp/shared/text/en/rules';
import type { Tui } from '@shp/shared/text/en/tui';
import type { TuiActs } from '@shp/shared/text/en/tui/acts';
import type { TuiViews } from '@shp/shared/text/en/tui/views';
import { type Texts as CommandTexts, loadTexts as loadCommandTexts } from '../lib/texts.ts';

/** The UI's texts in the user's language. */
export type Texts = CommandTexts & {
  readonly tui: Tui;
  readonly acts: TuiActs;
  readonly views: TuiViews;
  readonly rules: Rules;
  readonly login: Login;
};

/** Loads one language; the other on a language change. */
export async function loadTexts(lang: Lang): Promise<Texts> {
  const [first, { tui }, { tuiActs: acts }, { tuiViews: views }, { rules }] = await Promise.all([
    firstTexts(lang),
    ...(lang === 'zh'
      ? ([
          import('@shp/shared/text/zh/tui'),
          import('@shp/shared/text/zh/tui/acts'),
          import('@shp/shared/text/zh/tui/views'),
          import('@shp/shared/text/zh/rules'),
        ] as const)
      : ([
          import('@shp/shared/text/en/tui'),
          import('@shp/shared/text/en/tui/acts'),
          import('@shp/shared/text/en/tui/views'),
          import('@shp/shared/text/en/rules'),
        ] as const)),
  ]);
  return { ...first, tui, acts, views, rules };
}

/** The texts that the first frame needs. */
export async function firstTexts(lang: Lang): Promise<CommandTexts & Pick<Texts, 'login'>> {
  const [commands, { login }] = await Promise.all([
    loadCommandTexts(lang),
    lang === 'zh' ? import('@shp/shared/text/zh/login') : import('@shp/shared/text/en/login'),
  ]);
  return { ...commands, login };
}
