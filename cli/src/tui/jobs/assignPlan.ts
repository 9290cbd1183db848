import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Caller } from '@shp/shared/domain/assessment/lifecycle';
import { permissions } from '@shp/shared/domain/assessment/permissions';
import type { Planned } from '../../bulk/assign/plan.ts';

export type Named = { readonly id: string; readonly name: string };
export type AssignMode = 'add' | 'replace';

/** The change to one assessment. */
export type Change = {
  readonly row: AssessmentRow;
  readonly next: readonly Named[];
  readonly added: readonly Named[];
  readonly removed: readonly Named[];
  /** Whether the caller may assign in the row's status. */
  readonly allowed: boolean;
};

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
    const facts = {
      station: row.station.id,
      division: row.station.division,
      level: row.level,
      status: row.status,
      experts: row.experts.map(({ id }) => ({ id, concluded: false })),
    };
    return {
      row,
      next,
      added: next.filter(({ id }) => !before.has(id)),
      removed: row.experts.filter(({ id }) => !after.has(id)),
      allowed: permissions(facts, caller).assign,
    };
  });
}

/** An assessment's experts after the assignment. */
function nextExperts(present: readonly Named[], experts: readonly Named[], mode: AssignMode): Named[] {
  if (mode === 'replace') return [...experts];
  return [...present, ...experts.filter(({ id }) => !present.some((one) => one.id === id))];
}

export function isChange({ allowed, added, removed }: Change): boolean {
  return allowed && (added.length > 0 || removed.length > 0);
}

/** The plan in the format of the journal. */
export function toSend(changes: readonly Change[]): Planned[] {
  const ids = (list: readonly Named[]) => list.map(({ id }) => id);
  const names = (list: readonly Named[]) => list.map(({ name }) => name);
  return changes.map(({ row, next, added, removed }, place) => ({
    row: place + 1,
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
  }));
}
