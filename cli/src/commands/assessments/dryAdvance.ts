import { ApiError } from '@shp/shared/api/errors';
import type { Assessment, User } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { rulesTexts } from '@shp/shared/text/rules';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { stepRow } from '../../lists/stepRow.ts';
import { screenColumn, type View } from '../../output/columns.ts';

/** A step that would be taken. */
export type DryStep = Pick<Assessment, 'id' | 'number' | 'station'> & {
  readonly from: Status;
  readonly status: Status;
};

/** The step as it would be taken. @throws what stands in its way */
export async function dryStep(
  { texts }: CommandContext,
  { api, me }: { api: Api; me: User },
  id: string,
  { status, description }: { status: Status; description: string },
): Promise<DryStep> {
  const [assessment, steps] = await Promise.all([
    api.call('GET assessment', { id }),
    api.call('GET assessment/next_steps', { id }),
  ]);
  const step = steps.find(({ to }) => to === status);
  if (step === undefined) {
    const { number, status: now, actions } = assessment;
    const message = texts.cli.assessments.notNow(number, now, actions);
    throw new ApiError(409, { code: 'transition_not_allowed', message, fields: { status: message } });
  }
  const needed = stepRow(assessment, status, me)?.needs.includes('description') ?? false;
  const missing = needed && isAbsent(description) ? [rulesTexts[texts.lang].rules.problems.descriptionMissing] : [];
  const against = [...missing, ...step.problems.map(({ message }) => message)];
  if (against.length > 0) throw new Failure(against.join(texts.common.marks.semicolon));
  const { number, station, status: from } = assessment;
  return { id, number, station, from, status };
}

/** The view of steps that would be taken. */
export function dryStepView({ cli, common }: Texts): View<DryStep> {
  const { from, status } = cli.events.columns;
  return {
    columns: [
      screenColumn('number', common.assessment.number, ({ number }) => number),
      screenColumn('station', common.assessment.station, ({ station }) => station.name),
      screenColumn(
        'from',
        from,
        (step) => step.from,
        'text',
        (step) => common.statuses[step.from],
      ),
      screenColumn(
        'status',
        status,
        (step) => step.status,
        'text',
        (step) => common.statuses[step.status],
      ),
    ],
    paths: ['id', 'number', 'station', 'station.*', 'from', 'status'],
  };
}
