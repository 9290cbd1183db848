import type { Api } from '../../api/client.ts';
import type { CommandContext } from '../../command/context.ts';
import { type Line, orReason, type Planned, whyNot } from './plan.ts';

// What is on its way is waited for, even after Ctrl-C: only then is it known what was done.
const untilAnswered = new AbortController().signal;

/**
 * Carries out what was planned for one assessment. It is looked at again first: what somebody else changed since the
 * plan is left as it is, and what an interrupted run had done already is done. @throws what would befall all the rest
 */
export async function applyOne(shp: CommandContext, api: Api, planned: Planned): Promise<Line> {
  if (planned.result !== 'planned') return planned;
  const { assessment: id, before, next } = planned;
  const failed = (reason: string): Line => ({ ...planned, result: 'failed', reason });
  const found = await orReason(() => api.call('GET assessment', { id }));
  if (typeof found === 'string') return failed(found);
  const present = found.experts.map((one) => one.id);
  if (isSame(present, next)) return { ...planned, result: 'assigned' };
  if (!isSame(present, before)) return failed(shp.texts.cli.assign.changed);
  if (!found.permissions.assign) return failed(whyNot(shp, found.status));
  const call = () =>
    api.call('POST assessment/assign_experts', { id, experts: [...next], was: [...before] }, { signal: untilAnswered });
  // Replacing is the same however often it is done, so it is tried again like a read.
  const answer = await orReason(() => api.retry(call, shp.signal));
  return typeof answer === 'string' ? failed(answer) : { ...planned, result: 'assigned' };
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
