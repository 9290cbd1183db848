import type { Output } from '@shp/shared/api/index';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';

/** The steps that may have hints. */
export const STEPS_WITH_HINTS: readonly Status[] = ['first_passed', 'passed', 'failed'];

/** Prints the hints for a step, or for all steps possible now; `known` are these, if they are known. */
export async function noteHints(
  context: CommandContext,
  api: Api,
  id: string,
  to?: Status,
  known?: Output<'GET assessment/next_steps'>,
): Promise<void> {
  const { assessment, marks } = context.texts.common;
  const steps = known ?? (await api.call('GET assessment/next_steps', { id }));
  const hints = steps.filter((step) => to === undefined || step.to === to).flatMap((step) => step.hints);
  for (const message of new Set(hints.map((hint) => hint.message))) {
    context.note(`${assessment.hint}${marks.colon}${message}`);
  }
}
