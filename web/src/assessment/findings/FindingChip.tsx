import type { FindingRow } from '@shp/shared/api/findings/objects';
import type { Hue } from '@shp/shared/domain/assessment/hues';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { HueChip } from '../../ui/StatusChip.tsx';
import { useFindingText } from './texts.ts';

const HUES: Record<FindingState, Hue> = { open: 'amber', planned: 'violet', done: 'amber', closed: 'green' };

/** The state of a finding, and whether it is overdue. */
export function FindingChip({ row: { state, overdue } }: { row: Pick<FindingRow, 'state' | 'overdue'> }) {
  const { findings, rules } = useFindingText();
  return (
    <>
      <HueChip hue={HUES[state]}>{rules.findingStates[state]}</HueChip>
      {overdue && <HueChip hue="red">{findings.screen.overdue}</HueChip>}
    </>
  );
}
