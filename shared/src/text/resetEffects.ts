import type { Status } from '../domain/assessment/statuses.ts';
import type { Lang } from '../domain/lib/lang.ts';
import type { Common } from './en/common.ts';
import { resetEffects as en } from './en/resetEffects.ts';
import { resetEffects as zh } from './zh/resetEffects.ts';

const TEXTS = { zh, en };

/** The open assessments in which a password reset excludes the caller from steps. */
type Effects = readonly { readonly number: string; readonly steps: readonly Status[] }[];

/**
 * The steps that a reset takes from the caller, one line per set of steps; it names at most `named` assessments and
 * counts the others.
 */
export function resetEffectLines(effects: Effects, lang: Lang, { marks }: Common, named = 3): string[] {
  const text = TEXTS[lang];
  const names: Partial<Record<Status, string>> = text.steps;
  const found = new Map<string, string[]>();
  for (const { number, steps } of effects) {
    const lost = [...new Set(steps.flatMap((step) => names[step] ?? []))].join(text.or);
    found.set(lost, [...(found.get(lost) ?? []), number]);
  }
  return [...found].map(([lost, numbers]) => {
    const first = numbers.slice(0, named).join(marks.list);
    const more = numbers.length - named;
    return text.line(lost, more > 0 ? text.more(first, more) : first);
  });
}
