import type { AssessmentRow } from '@shp/shared/api/objects';
import { targetCommand } from '../../commands/commandLine.ts';
import type { ListModel } from '../../list/model.ts';
import type { Selection } from '../../list/selection.ts';

/** The commands equal to an assignment, and to the start of its reviews. */
export function assignCommand(
  model: ListModel<AssessmentRow>,
  target: Selection<AssessmentRow>,
  how: readonly string[],
  start: boolean,
): string | null {
  const command = (...words: string[]) =>
    targetCommand(model, target, (refs) => ['assessments', words[0] ?? '', ...refs, ...words.slice(1)]);
  const assigned = command('assign', ...how);
  return assigned !== null && start ? `${assigned}\n${command('advance', 'reviewing')}` : assigned;
}
