import type { FindingRow } from '@shp/shared/api/findings/objects';
import { HUE_OF_FINDING } from '@shp/shared/domain/findings/finding';
import { HueChip } from '../../ui/StatusChip.tsx';
import { useFindingText } from './texts.ts';

/** The state of a finding, and whether it is overdue. */
export function FindingChip({ row: { state, overdue } }: { row: Pick<FindingRow, 'state' | 'overdue'> }) {
  const { findings, rules } = useFindingText();
  return (
    <>
      <HueChip hue={HUE_OF_FINDING[state]}>{rules.findingStates[state]}</HueChip>
      {overdue && <HueChip hue="red">{findings.screen.overdue}</HueChip>}
    </>
  );
}
