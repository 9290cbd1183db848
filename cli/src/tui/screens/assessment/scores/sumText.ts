import type { Assessment } from '@shp/shared/api/objects';
import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import { verdictText } from '@shp/shared/text/verdict';
import type { Texts } from '../../../texts.ts';
import { formatPoints } from '../points.ts';

type Sum = Pick<ScoreSum, 'got' | 'full' | 'missing' | 'score100' | 'complete' | 'qualifies' | 'sections'>;
type Judged = Pick<Assessment, 'level' | 'rules'>;

/** A sum with its points, and how it compares with the level. */
export function sumText(label: string, sum: Sum, { level, rules }: Judged, texts: Texts): string {
  const { tui, common } = texts;
  const verdict = verdictOf(sum, level, rules.thresholds);
  const [got, of] = [formatPoints(sum.got), formatPoints(sum.full - sum.missing)];
  const score = sum.score100.toFixed(1);
  if (verdict.kind === 'open')
    return tui.scores.open(label, got, of, common.marks.percent(score), verdict.scored, verdict.items);
  return tui.scores.sum(label, score, got, of, verdictText(verdict, { common, rules: texts.rules }));
}

/** What the level of an assessment asks for. */
export function levelRule({ level, rules }: Judged, { tui, common }: Texts): string {
  const { score, chapter } = rules.thresholds[level];
  return tui.scores.levelRule(common.levels[level], String(score), common.marks.percent(String(chapter)));
}
