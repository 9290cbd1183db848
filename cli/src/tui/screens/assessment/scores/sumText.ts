import type { Assessment } from '@shp/shared/api/objects';
import { verdictOf } from '@shp/shared/domain/assessment/verdict';
import { countedSoFar, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { verdictText } from '@shp/shared/text/verdict';
import type { Texts } from '../../../texts.ts';
import { formatPoints } from '../points.ts';

type Judged = Pick<Assessment, 'level' | 'rules'>;

/** A sum with its points, and how it compares with the level. */
export function sumText(label: string, sum: ScoreSum, { level, rules }: Judged, texts: Texts): string {
  const { tui, common } = texts;
  const verdict = verdictOf(sum, level, rules.thresholds);
  const [got, of] = [formatPoints(sum.got), formatPoints(countedSoFar(sum))];
  if (verdict.kind === 'open') {
    const rate = verdict.rate === null ? '' : common.marks.percent(verdict.rate.toFixed(1));
    return tui.scores.open(label, got, of, rate, verdict.scored, verdict.items);
  }
  return tui.scores.sum(label, sum.score100.toFixed(1), got, of, verdictText(verdict, { common, rules: texts.rules }));
}
