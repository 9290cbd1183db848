import type { FindingRow } from '@shp/shared/api/findings/objects';
import { HUE_OF_FINDING } from '@shp/shared/domain/findings/finding';
import { daysSince } from '@shp/shared/domain/lib/days';
import { HueChip } from '../../ui/StatusChip.tsx';
import { useFindingText } from './texts.ts';

/** The state of a finding, and for how many days it has been overdue. */
export function FindingChip({ row: { state, due, overdue } }: { row: Pick<FindingRow, 'state' | 'due' | 'overdue'> }) {
  const { findings, rules } = useFindingText();
  return (
    <>
      <HueChip hue={HUE_OF_FINDING[state]}>{rules.findingStates[state]}</HueChip>
      {overdue && due !== null && <HueChip hue="red">{findings.screen.overdueFor(daysSince(due))}</HueChip>}
    </>
  );
}
