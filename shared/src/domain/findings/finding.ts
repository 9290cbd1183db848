import type { Hue } from '../assessment/hues.ts';

/**
 * Findings (docs/spec/domain.md#findings): what a review, an inspection or the station itself found wrong, and what
 * became of it.
 */
export const FINDING_STATES = ['open', 'planned', 'done', 'closed'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** Until it is closed, a finding waits for the station or the unit. */
export const HUE_OF_FINDING: Readonly<Record<FindingState, Hue>> = {
  open: 'amber',
  planned: 'amber',
  done: 'amber',
  closed: 'green',
};

/** Where a finding comes from: a concluded review, the station's own check, a manager's inspection. */
export const FINDING_SOURCES = ['review', 'self', 'inspection'] as const;
export type FindingSource = (typeof FINDING_SOURCES)[number];

/** Orders of the list besides the newest first: the earliest deadline first, or what changed least recently first. */
export const FINDING_SORTS = ['due', 'updatedAt'] as const;
export type FindingSort = (typeof FINDING_SORTS)[number];

/** The maximum length of a finding's text, of its advice and of the text of a step, in characters. */
export const FINDING_TEXT_MAX = 5000;
/** The most files that one step may name. */
export const STEP_FILES_MAX = 50;

/** The states in which a day can pass: a finding that is done waits for the unit, not for the station. */
export const UNMENDED: readonly FindingState[] = ['open', 'planned'];

/** Whether a finding is overdue on a day: its last day is over, and the station has not reported it done. */
export function isOverdue({ state, due }: { state: FindingState; due: string | null }, today: string): boolean {
  return due !== null && due < today && UNMENDED.includes(state);
}

/** Whether a finding was reported done without a photograph or a file for the check. */
export function lacksEvidence(
  state: FindingState,
  events: readonly { readonly state: FindingState; readonly files: readonly string[] }[],
): boolean {
  return state === 'done' && events.at(-1)?.files.length === 0;
}

/** The text of a finding before any edit: the experts' reasons, each once. */
export function mergedReasons(reasons: readonly string[]): string {
  const text = [...new Set(reasons.map((reason) => reason.trim()).filter((reason) => reason !== ''))].join('；');
  return [...text].slice(0, FINDING_TEXT_MAX).join('');
}

/** A finding as the final manager edits it on the conclusion page. */
export type GivenFinding = {
  readonly serial: string;
  readonly text: string;
  readonly advice: string;
  readonly due?: string | undefined;
};
