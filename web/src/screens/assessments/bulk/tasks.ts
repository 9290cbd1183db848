import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import type { Assignment } from '@shp/shared/domain/assessment/expertPool';
import { client } from '../../../core/client.ts';

/** The task of a bulk run for one assessment; stored in the browser until the run has ended. */
export type Task = {
  readonly id: string;
  readonly number: string;
  readonly station: string;
} & (
  | ({ readonly kind: 'assign'; readonly start: boolean } & Pick<Assignment, 'before' | 'next'>)
  | {
      readonly kind: 'step';
      readonly to: 'first_passed' | 'returned';
      readonly description: string;
      readonly version: number;
    }
);

/** `same`: already so, by an earlier try or another user. */
export type Outcome = 'done' | 'same' | { readonly failed: string };

/** Why a task is not done although no call was refused. */
export class Changed extends Error {}

/**
 * Does one task. It reads first what an interrupted run may have done already, so that a second try does nothing twice.
 * @throws Changed or ApiError
 */
export async function perform(task: Task): Promise<'done' | 'same'> {
  const found = await client.call('GET assessment', { id: task.id });
  return task.kind === 'assign' ? assign(task, found) : step(task, found);
}

async function assign(task: Task & { kind: 'assign' }, found: Assessment): Promise<'done' | 'same'> {
  const { id, before, next, start } = task;
  const present = found.experts.map((expert) => expert.id);
  const assigned = isSame(present, next);
  if (assigned && (!start || found.status === 'reviewing')) return 'same';
  if (!assigned) {
    if (!isSame(present, before)) throw new Changed();
    await client.call('POST assessment/assign_experts', { id, experts: [...next], was: [...before] });
  }
  if (start && found.status === 'first_passed')
    await client.call('POST assessment/add_event', { id, status: 'reviewing', description: '' });
  return 'done';
}

async function step(task: Task & { kind: 'step' }, found: Assessment): Promise<'done' | 'same'> {
  const { id, to, description, version } = task;
  if (found.status === to) return 'same';
  if (found.version !== version) throw new Changed();
  await client.call('POST assessment/add_event', { id, status: to, description, version });
  return 'done';
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}

/** The reasons in a refusal, or nothing. */
export function reasonsIn(error: unknown): string[] {
  return error instanceof ApiError ? Object.values(error.fields) : [];
}
