import { type StandardItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { wrap } from '../../../../lib/wrap.ts';
import type { Texts } from '../../../texts.ts';

/** The text of an item whose number stands above, its scoring rule, then its scores with their reasons, in lines of `columns`. */
export function itemLines(item: StandardItem, scores: readonly string[], columns: number, texts: Texts): string[] {
  const { lang, acts, common } = texts;
  const method = wordingIn(lang, item.method, item.methodEn);
  const content = wordingIn(lang, item.content, item.contentEn);
  return [content, `${acts.score.method}${common.marks.colon}${method}`, ...scores].flatMap((line) =>
    wrap(line, columns),
  );
}
