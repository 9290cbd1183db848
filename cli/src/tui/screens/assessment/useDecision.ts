import type { Assessment } from '@shp/shared/api/objects';
import type { LifecycleRow } from '@shp/shared/domain/assessment/lifecycle';
import { validUntil } from '@shp/shared/domain/lib/days';
import { displayWidth } from '../../../lib/width.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { type Fact, keyValueLines, labelWidth } from '../../widgets/keyValueLines.ts';
import { type LabelledLines, verdictLines } from './scores/verdictLines.ts';

/** What a decision is about, above the input with this label: the experts' score against the level, chapter by chapter, and how long a rating is valid. */
export function useDecision(assessment: Assessment, row: LifecycleRow | undefined, input: string): LabelledLines {
  const { texts, columns, look } = useUi();
  const { common } = texts;
  const decides = row?.effects.some((effect) => effect === 'conclude' || effect === 'propose') ?? false;
  const { data: result } = useCall('GET assessment/result', decides ? { id: assessment.id } : null);
  if (!decides || row === undefined) return { lines: [], at: 0 };
  const until = validUntil(new Date().toISOString(), assessment.rules.validYears);
  const facts: Fact[] = [
    ...(row.effects.includes('startValidity') ? [[common.assessment.validUntil, until] as const] : []),
    ...(row.name === 'propose' && assessment.proposable
      ? [[texts.acts.decision.published, texts.acts.advance.publicUntil(assessment.proposable.until)] as const]
      : []),
  ];
  if (result !== null)
    return verdictLines(common.assessment.expertScore, result, assessment, { texts, look, columns, input }, facts);
  const labels = labelWidth(facts, columns, displayWidth(input));
  return { lines: keyValueLines(facts, columns, labels), at: labels + 2 };
}
