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
  const [commands, { tui }, { tuiActs: acts }, { tuiViews: views }, { rules }, { login }] = await Promise.all([
    loadCommandTexts(lang),
    ...(lang === 'zh'
      ? ([
          import('@shp/shared/text/zh/tui'),
          import('@shp/shared/text/zh/tui/acts'),
          import('@shp/shared/text/zh/tui/views'),
          import('@shp/shared/text/zh/rules'),
          import('@shp/shared/text/zh/login'),
        ] as const)
      : ([
          import('@shp/shared/text/en/tui'),
          import('@shp/shared/text/en/tui/acts'),
          import('@shp/shared/text/en/tui/views'),
          import('@shp/shared/text/en/rules'),
          import('@shp/shared/text/en/login'),
        ] as const)),
  ]);
  return { ...commands, tui, acts, views, rules, login };
}
