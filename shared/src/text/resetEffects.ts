import type { Status } from '../domain/assessment/statuses.ts';
import type { Common } from './en/common.ts';

/** The open assessments in which a reset takes steps from the caller. */
type Effects = readonly { readonly number: string; readonly steps: readonly Status[] }[];

/** What a reset takes from the caller, a line for each set of steps; of more than `named` assessments the rest is a number. */
export function resetEffectLines(effects: Effects, { resetEffects, marks }: Common, named = 3): string[] {
  const names: Partial<Record<Status, string>> = resetEffects.steps;
  const found = new Map<string, string[]>();
  for (const { number, steps } of effects) {
    const lost = [...new Set(steps.flatMap((step) => names[step] ?? []))].join(resetEffects.or);
    found.set(lost, [...(found.get(lost) ?? []), number]);
  }
  return [...found].map(([lost, numbers]) => {
    const first = numbers.slice(0, named).join(marks.list);
    const more = numbers.length - named;
    return resetEffects.line(lost, more > 0 ? resetEffects.more(first, more) : first);
  });
}
