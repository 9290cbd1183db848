import type { ButtonProps } from '@mui/material/Button';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Problem } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { LifecycleRow, StepName } from '@shp/shared/domain/assessment/lifecycle';
import { isSavedAtSubmit } from '../anchors.ts';

/** A step as the page offers it. */
export type Offered = {
  readonly row: LifecycleRow;
  readonly allowed: boolean;
  readonly problems: readonly Problem[];
  readonly hints: readonly Problem[];
  /** Whether the self-assessed score must be saved before the step. */
  readonly saveSelf: boolean;
  readonly place: 'bar' | 'menu';
  /** Whether it is the step that the page leads to. */
  readonly main: boolean;
};

/** Steps that are hard to undo or bad news for a participant. */
const GRAVE: readonly StepName[] = ['withdraw', 'return', 'fail', 'revoke'];

/** Rare steps, by the status that they start from. An administrator seldom takes an application back for a station. */
function isRare(name: StepName, status: Assessment['status'], role: Role): boolean {
  if (name === 'takeBack') return role !== 'station';
  return name === 'withdraw' || (status === 'reviewed' && (name === 'return' || name === 'reopenReview'));
}

/** A step that needs a reason departs from the normal course, as ending the review before all experts concluded. */
const isNormal = ({ name, needs }: LifecycleRow) =>
  name !== 'takeBack' && !GRAVE.includes(name) && !needs.includes('description');

type Page = {
  readonly role: Role;
  /** A conclusion is stored or on its way, of which the server's answer may not know yet: the dialog waits for it. */
  readonly isConcluded: boolean;
};

/** The steps of the user, in the order of the lifecycle. Saving the self-assessed score is part of submitting. */
export function offeredSteps(
  steps: Output<'GET assessment/next_steps'>,
  rows: readonly LifecycleRow[],
  { status }: Pick<Assessment, 'status'>,
  { role, isConcluded }: Page,
): Offered[] {
  const offered = steps.flatMap(({ to, allowed, problems, hints }) => {
    const row = rows.find((one) => one.to === to);
    if (!row) return [];
    const left = problems.filter(({ code }) =>
      row.name === 'submit' ? !isSavedAtSubmit(code) : !(isConcluded && code === 'conclusionMissing'),
    );
    const isSolved = left.length < problems.length;
    const saveSelf = row.name === 'submit' && isSolved;
    const place = isRare(row.name, status, role) ? ('menu' as const) : ('bar' as const);
    return [{ row, allowed: allowed || (isSolved && left.length === 0), problems: left, hints, saveSelf, place }];
  });
  const bar = offered.filter(({ allowed, place }) => allowed && place === 'bar');
  // Where the rules allow no other decision, the one that is left is what the page leads to.
  const main = bar.find(({ row }) => isNormal(row)) ?? bar.find(({ row }) => row.name === 'fail');
  return offered.map((one) => ({ ...one, main: one === main }));
}

/** The one step that the page leads to is filled; grave steps are red, the others outlined. */
export function buttonLook({ row, main }: Offered): ButtonProps {
  return { variant: main ? 'contained' : 'outlined', color: stepColour(row.name) };
}

/** Red for a grave step. */
export const stepColour = (name: StepName) => (GRAVE.includes(name) ? ('error' as const) : ('primary' as const));

/** Why a step is not possible, for the bar. */
export type StepReasons = {
  readonly step: Offered;
  /** The id of the element that shows {@link fresh}. */
  readonly id: string;
  /** The reasons that no earlier step shows. */
  readonly fresh: readonly Problem[];
  /** The ids of the elements that together show all reasons. */
  readonly describedBy: string;
};

/** The reasons of each step; one that several steps share is shown once, at the first of them. */
export function reasonsByStep(steps: readonly Offered[]): StepReasons[] {
  const shownBy = new Map<string, string>();
  return steps.map((step) => {
    const id = `why-${step.row.to}`;
    const fresh = step.problems.filter(({ message }) => !shownBy.has(message));
    for (const { message } of fresh) shownBy.set(message, id);
    const ids = new Set(step.problems.map(({ message }) => shownBy.get(message)));
    return { step, id, fresh, describedBy: [...ids].join(' ') };
  });
}
