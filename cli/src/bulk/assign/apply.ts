import type { Assessment } from '@shp/shared/api/objects';
import { mayUndoAssignment } from '@shp/shared/domain/assessment/statuses';
import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { type Line, type Planned, type PlannedStep, resultOrReason, whyNoAssignment } from './plan.ts';

// Calls in flight are awaited even after Ctrl-C, so that their outcome is known.
const untilAnswered = new AbortController().signal;

/**
 * Applies the plan to one assessment. Reads it first: one that changed since the plan fails, one that an interrupted
 * run already did counts as done.
 * @throws an error that would fail all other assessments too
 */
export async function applyOne(context: CommandContext, api: Api, planned: Planned): Promise<Line> {
  if (planned.result !== 'planned') return planned;
  const { assessment: id, before, next, step, status, undoes } = planned;
  const { assign: text } = context.texts.cli;
  const failed = (reason: string): Line => ({ ...planned, result: 'failed', reason });
  const done: Line = { ...planned, result: 'assigned' };
  const found = await resultOrReason(() => api.call('GET assessment', { id }));
  if (typeof found === 'string') return failed(found);
  const present = found.experts.map((one) => one.id);
  const assigned = isSame(present, next);
  if (assigned && (step === undefined || found.status === step.to)) return done;
  if (undoes && status !== undefined && !mayUndoAssignment(status, found.status))
    return failed(text.movedOn(context.texts.common.statuses[found.status]));
  if (!assigned && !isSame(present, before)) return failed(text.changed);
  if (!assigned && !found.permissions.assign) return failed(whyNoAssignment(context, found.status));
  const barred = step === undefined || found.status === step.to ? null : bar(context, found, planned, step);
  if (barred !== null) return failed(barred);
  if (!assigned) {
    const call = () =>
      api.call(
        'POST assessment/assign_experts',
        { id, experts: [...next], was: [...before] },
        { signal: untilAnswered },
      );
    // Idempotent, so it is retried like a read.
    const answer = await resultOrReason(() => api.retry(call, context.signal));
    if (typeof answer === 'string') return failed(answer);
  }
  if (step === undefined || found.status === step.to) return done;
  const refused = await take(context, api, id, step);
  if (refused === null) return done;
  return failed(assigned ? refused : text.notStarted(refused));
}

/** Why the step cannot be taken, before anything is changed. */
function bar({ texts }: CommandContext, found: Assessment, { next }: Planned, step: PlannedStep): string | null {
  const { assign: text } = texts.cli;
  if (found.status !== step.from || (step.version !== undefined && found.version !== step.version))
    return text.movedOn(texts.common.statuses[found.status]);
  const { minExperts } = found.rules;
  return step.to === 'reviewing' && step.from === 'first_passed' && next.length < minExperts
    ? text.tooFewToStart(minExperts)
    : null;
}

/** Takes the step once, even if its answer is lost; the reason if it is refused. */
async function take(context: CommandContext, api: Api, id: string, step: PlannedStep): Promise<string | null> {
  const { to: status, description, version } = step;
  let tried = false;
  const call = async (): Promise<null> => {
    if (tried && (await api.call('GET assessment', { id })).status === status) return null;
    tried = true;
    const input = { id, status, description, ...(version === undefined ? {} : { version }) };
    await api.call('POST assessment/add_event', input, { signal: untilAnswered });
    return null;
  };
  return resultOrReason(() => api.retry(call, context.signal));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
