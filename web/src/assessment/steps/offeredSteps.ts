import type { ButtonProps } from '@mui/material/Button';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Problem } from '@shp/shared/api/objects';
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

/** Rare steps, by the status that they start from. */
function isRare(name: StepName, status: Assessment['status']): boolean {
  return name === 'withdraw' || (status === 'reviewed' && (name === 'return' || name === 'reopenReview'));
}

/** The steps of the user, in the order of the lifecycle. Saving the self-assessed score is part of submitting. */
export function offeredSteps(
  steps: Output<'GET assessment/next_steps'>,
  rows: readonly LifecycleRow[],
  { status }: Assessment,
): Offered[] {
  const offered = steps.flatMap(({ to, allowed, problems, hints }) => {
    const row = rows.find((one) => one.to === to);
    if (!row) return [];
    const left = row.name === 'submit' ? problems.filter(({ code }) => !isSavedAtSubmit(code)) : problems;
    const saveSelf = left.length < problems.length;
    const place = isRare(row.name, status) ? ('menu' as const) : ('bar' as const);
    return [{ row, allowed: allowed || (saveSelf && left.length === 0), problems: left, hints, saveSelf, place }];
  });
  const main = offered.find(({ row, allowed, place }) => allowed && place === 'bar' && !GRAVE.includes(row.name));
  return offered.map((one) => ({ ...one, main: one === main }));
}

/** The one step that the page leads to is filled; grave steps are red, the others outlined. */
export function buttonLook({ row, main }: Offered): ButtonProps {
  return { variant: main ? 'contained' : 'outlined', color: GRAVE.includes(row.name) ? 'error' : 'primary' };
}

/** The id of the reasons why a step is not possible. */
export const reasonsId = ({ to }: LifecycleRow): string => `why-${to}`;
