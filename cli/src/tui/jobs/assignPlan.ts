import type { Assessment, AssessmentRow } from '@shp/shared/api/objects';
import { cityOf } from '@shp/shared/domain/accounts/divisions';
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
  /** Ids of the experts of the assessment's city, which is no conflict. */
  readonly ofCity?: readonly string[];
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

/** The plan, with namesakes told apart, and experts marked who would review their own unit or one of their city. */
export function marking(plan: readonly Change[], found: Found, experts: Experts): Change[] {
  const told = (list: readonly Named[]) => list.map((one) => ({ ...one, name: nameOf(one, experts) }));
  return plan.map((change) => {
    const { row } = change;
    const [next, added, removed] = [told(change.next), told(change.added), told(change.removed)];
    const named = { ...change, row: { ...row, experts: told(row.experts) }, next, added, removed };
    const assessment = found.get(row.id);
    if (!change.allowed || typeof assessment !== 'object') return named;
    const own = added.flatMap(({ id, name }) => {
      const expert = experts.find(id);
      return expert && isOwnUnit(expert, assessment) ? [name] : [];
    });
    const ofCity = next.flatMap(({ id }) => {
      const division = experts.find(id)?.division ?? null;
      return division !== null && cityOf(division) === row.city ? [id] : [];
    });
    return { ...named, ofCity, ...(own.length === 0 ? {} : { ownUnit: own }) };
  });
}

/** An expert's name, with the account where another expert has the same name. */
export function nameOf({ id, name }: Named, experts: Experts | undefined): string {
  const account = experts?.accountOfNamesake(id) ?? null;
  return account === null ? name : `${name} ${account}`;
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
