import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { type Line, orReason, type Planned, whyNot } from './plan.ts';

// Calls in flight are awaited even after Ctrl-C, so that their outcome is known.
const untilAnswered = new AbortController().signal;

/**
 * Applies the plan to one assessment. Reads it first: one that changed since the plan fails, one that an interrupted
 * run already did counts as done.
 * @throws an error that would fail all other assessments too
 */
export async function applyOne(context: CommandContext, api: Api, planned: Planned): Promise<Line> {
  if (planned.result !== 'planned') return planned;
  const { assessment: id, before, next } = planned;
  const failed = (reason: string): Line => ({ ...planned, result: 'failed', reason });
  const found = await orReason(() => api.call('GET assessment', { id }));
  if (typeof found === 'string') return failed(found);
  const present = found.experts.map((one) => one.id);
  if (isSame(present, next)) return { ...planned, result: 'assigned' };
  if (!isSame(present, before)) return failed(context.texts.cli.assign.changed);
  if (!found.permissions.assign) return failed(whyNot(context, found.status));
  const call = () =>
    api.call('POST assessment/assign_experts', { id, experts: [...next], was: [...before] }, { signal: untilAnswered });
  // Idempotent, so it is retried like a read.
  const answer = await orReason(() => api.retry(call, context.signal));
  return typeof answer === 'string' ? failed(answer) : { ...planned, result: 'assigned' };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
