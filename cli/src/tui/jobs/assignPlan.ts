import type { Assessment, AssessmentRow } from '@shp/shared/api/objects';
import type { Caller } from '@shp/shared/domain/assessment/lifecycle';
import { isOwnUnit } from '@shp/shared/domain/assessment/ownUnit';
import { permissions } from '@shp/shared/domain/assessment/permissions';
import type { Experts } from '../../bulk/assign/experts.ts';
import type { Planned } from '../../bulk/assign/plan.ts';

export type Named = { readonly id: string; readonly name: string };
export type AssignMode = 'add' | 'replace';

/** The change to one assessment. */
export type Change = {
  readonly row: AssessmentRow;
  readonly next: readonly Named[];
  readonly added: readonly Named[];
  readonly removed: readonly Named[];
  /** Whether the caller may assign in the row's status, and nothing else is in the way. */
  readonly allowed: boolean;
  /** What else is in the way. */
  readonly refused?: Refusal;
  /** Added experts of the assessment's own unit; the server accepts them. */
  readonly ownUnit?: readonly string[];
};
type Refusal = { readonly why: 'tooFew' } | { readonly why: 'unread'; readonly reason: string };

/** The assessments that were read, by id; a text is the reason why one could not be. */
export type Found = ReadonlyMap<string, Assessment | string>;

/** Plans the change of each row, without calls. */
export function planAssignment(
  rows: readonly AssessmentRow[],
  experts: readonly Named[],
  mode: AssignMode,
  caller: Caller,
): Change[] {
  return rows.map((row) => {
    const next = nextExperts(row.experts, experts, mode);
    const ids = (list: readonly Named[]) => new Set(list.map(({ id }) => id));
    const [before, after] = [ids(row.experts), ids(next)];
    return {
      row,
      next,
      added: next.filter(({ id }) => !before.has(id)),
      removed: row.experts.filter(({ id }) => !after.has(id)),
      allowed: mayAssign(row, caller),
    };
  });
}

/** Whether the caller may assign experts to the row. */
export function mayAssign({ station, level, status, experts }: AssessmentRow, caller: Caller): boolean {
  const facts = {
    station: station.id,
    division: station.division,
    level,
    status,
    experts: experts.map(({ id }) => ({ id, concluded: false })),
  };
  return permissions(facts, caller).assign;
}

/** The plan, with the experts named who would review their own unit. */
export function markingOwnUnit(plan: readonly Change[], found: Found, experts: Experts): Change[] {
  return plan.map((change) => {
    const assessment = found.get(change.row.id);
    if (!change.allowed || typeof assessment !== 'object') return change;
    const names = change.added.flatMap(({ id, name }) => {
      const expert = experts.find(id);
      return expert && isOwnUnit(expert, assessment) ? [name] : [];
    });
    return names.length === 0 ? change : { ...change, ownUnit: names };
  });
}

/** Plans a panel of `size` for each row as the command `assign --balance` does; the present experts stay. */
export function planBalance(rows: readonly AssessmentRow[], found: Found, experts: Experts, size: number): Change[] {
  return rows.map((row) => {
    const stay = { row, next: row.experts, added: [], removed: [], allowed: false };
    const assessment = found.get(row.id);
    if (assessment === undefined) return stay;
    if (typeof assessment === 'string') return { ...stay, refused: { why: 'unread', reason: assessment } };
    const plan = experts.plan(assessment, { balance: size }, false);
    if ('why' in plan) return plan.why === 'tooFew' ? { ...stay, refused: { why: 'tooFew' } } : stay;
    const named = new Map(plan.next.map((id, index) => [id, { id, name: plan.names[index] ?? id }]));
    const present = plan.before.map((id) => named.get(id) ?? { id, name: id });
    return {
      row: { ...row, experts: present, status: assessment.status },
      next: [...named.values()],
      added: [...named.values()].filter(({ id }) => !plan.before.includes(id)),
      removed: [],
      allowed: true,
    };
  });
}

/** Whether the review of a row starts once its experts are assigned. */
export function startsReview({ allowed, row, next }: Change): boolean {
  return allowed && row.status === 'first_passed' && next.length > 0;
}

/** An assessment's experts after the assignment. */
function nextExperts(present: readonly Named[], experts: readonly Named[], mode: AssignMode): Named[] {
  if (mode === 'replace') return [...experts];
  return [...present, ...experts.filter(({ id }) => !present.some((one) => one.id === id))];
}

export function isChange({ allowed, added, removed }: Change): boolean {
  return allowed && (added.length > 0 || removed.length > 0);
}

/** The plan in the format of the journal; with `start`, the reviews that can start do so. */
export function plannedChanges(plan: readonly Change[], start: boolean): Planned[] {
  const changes = plan.filter((one) => isChange(one) || (start && startsReview(one)));
  const ids = (list: readonly Named[]) => list.map(({ id }) => id);
  const names = (list: readonly Named[]) => list.map(({ name }) => name);
  return changes.map((change, index) => {
    const { row, next, added, removed } = change;
    return {
      row: index + 1,
      assessment: row.id,
      result: 'planned',
      number: row.number,
      station: row.station.name,
      added: names(added),
      removed: names(removed),
      experts: names(next),
      reason: '',
      before: ids(row.experts),
      next: ids(next),
      status: row.status,
      ...(start && startsReview(change) ? { step: START } : {}),
    };
  });
}

const START = { from: 'first_passed', to: 'reviewing', description: '' } as const;
