import type { Assessment } from '@shp/shared/api/objects';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { validUntil } from '@shp/shared/domain/lib/days';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { levelRule, sumText } from './scores/sumText.ts';

/** What a decision is about: the experts' score with its chapters, what the level needs, and how long a rating is valid. */
export function useDecision(assessment: Assessment, row: LifecycleRow | undefined): readonly string[] {
  const { texts } = useUi();
  const { common } = texts;
  const decides = row?.effects.some((effect) => effect === 'conclude' || effect === 'propose') ?? false;
  const { data: result } = useCall('GET assessment/result', decides ? { id: assessment.id } : null);
  if (!decides || row === undefined) return [];
  // The rates of the result itself: those of its rounded points may differ in the last digit.
  const rates = (result?.sections ?? []).map(
    ({ serial, rate }) => `${serial} ${rate === null ? '-' : common.marks.percent(rate.toFixed(1))}`,
  );
  const until = validUntil(new Date().toISOString(), assessment.rules.validYears);
  return [
    ...(result === null ? [] : [sumText(common.assessment.expertScore, result, assessment, texts), rates.join('  ')]),
    levelRule(assessment, texts),
    ...(row.effects.includes('startValidity') ? [`${common.assessment.validUntil} ${until}`] : []),
    ...(row.name === 'propose' && assessment.proposable
      ? [texts.acts.advance.publicUntil(assessment.proposable.until)]
      : []),
  ];
}
