import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import type { AssignmentWish, Unassignable } from '@shp/shared/domain/assessment/expertPool';
import { ASSIGNABLE, type Status } from '@shp/shared/domain/assessment/statuses';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import type { CommandContext } from '../../command/context.ts';
import { findAssessment } from '../../command/lookup.ts';
import { Interrupted } from '../../lib/errors.ts';
import type { Experts } from './experts.ts';

/** What to assign to an assessment. */
export type AssignmentRequest = { readonly id: string } & AssignmentWish;

/** The outcome, or the planned one, as the report shows it. */
export type Result = 'assigned' | 'planned' | 'unchanged' | 'failed' | 'left';
export type Line = {
  readonly row: number;
  readonly assessment: string;
  readonly result: Result;
  readonly number: string;
  readonly station: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly experts: readonly string[];
  readonly reason: string;
  /** The accounts of those who come, go and are there in the end. */
  readonly accounts?: Accounts;
};
type Accounts = Readonly<Record<'added' | 'removed' | 'experts', readonly string[]>>;
/** The plan for one assessment: ids of its experts before and after. */
export type Planned = Line & {
  readonly before: readonly string[];
  readonly next: readonly string[];
  /** For an undo: the status in which the experts were assigned. */
  readonly status?: Status;
  readonly undoes?: true;
  /** The step to take when the experts are assigned. */
  readonly step?: PlannedStep;
};
/** A step that belongs to a plan; with a version it is taken only if nothing changed since. */
export type PlannedStep = {
  readonly from: Status;
  readonly to: Status;
  readonly description: string;
  readonly version?: number;
};

/** Plans everything before the first write. */
export async function plan(
  context: CommandContext,
  api: Api,
  experts: Experts,
  wishes: readonly AssignmentRequest[],
  { replace, concurrency }: { replace: boolean; concurrency: number },
): Promise<Planned[]> {
  const readOne = ({ id }: AssignmentRequest) =>
    resultOrReason(async () => api.call('GET assessment', { id: await findAssessment(context, api, id) }));
  const read = await mapLimit(wishes, concurrency, readOne, context.signal);
  return wishes.map((wish, index) => {
    const found = read[index];
    if (found === undefined) throw new Interrupted();
    const planned = typeof found === 'string' ? found : planOne(context, experts, wish, found, replace);
    const line = { row: index + 1, assessment: typeof found === 'string' ? wish.id : found.id, ...NOTHING };
    return typeof planned === 'string'
      ? { ...line, ...(typeof found === 'string' ? {} : named(found)), reason: planned }
      : { ...line, ...planned };
  });
}

const NOTHING = {
  number: '',
  station: '',
  result: 'failed',
  added: [],
  removed: [],
  experts: [],
  reason: '',
  before: [],
  next: [],
} as const satisfies Omit<Planned, 'row' | 'assessment'>;

/** The plan for one assessment, or why there is none. */
function planOne(
  context: CommandContext,
  experts: Experts,
  wish: AssignmentRequest,
  found: Assessment,
  replace: boolean,
): Omit<Planned, 'row' | 'assessment'> | string {
  const planned = experts.plan(found, wish, replace);
  if ('why' in planned) return refusal(context, planned, found.status);
  const { added, removed, names, before, next } = planned;
  const result = added.length + removed.length === 0 ? 'unchanged' : 'planned';
  const accountsOf = (ids: readonly string[]) => ids.map((id) => experts.find(id)?.account ?? id);
  const accounts = {
    added: accountsOf(next.filter((id) => !before.includes(id))),
    removed: accountsOf(before.filter((id) => !next.includes(id))),
    experts: accountsOf(next),
  };
  return { ...named(found), result, added, removed, experts: names, reason: '', accounts, before, next };
}

function refusal(context: CommandContext, refused: Unassignable, status: Status): string {
  const { assign: text } = context.texts.cli;
  if (refused.why === 'unknown') return text.unknown(refused.words.join(', '), []);
  return refused.why === 'tooFew' ? text.tooFew : whyNoAssignment(context, status);
}

const named = ({ number, station }: Assessment) => ({ number, station: station.name });

/** Why experts cannot be assigned: the status, or missing permission. */
export function whyNoAssignment({ texts: { cli, common } }: CommandContext, status: Status): string {
  const open = ASSIGNABLE.includes(status);
  return open ? common.errors.forbidden : cli.assign.notNow(common.statuses[status]);
}

/** The result, or the reason why this one object failed. @throws an error that would fail all other objects too */
export async function resultOrReason<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || isTransient(error) || error.status === 401 || error.status === 403) throw error;
    return Object.values(error.fields).join('; ') || error.message;
  }
}
