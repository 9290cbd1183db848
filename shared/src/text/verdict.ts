import type { Verdict } from '../domain/assessment/verdict.ts';
import { type ProblemTexts, shortfallTexts } from './problems.ts';

/** A verdict as text. */
export function verdictText(verdict: Verdict, { common, rules }: ProblemTexts): string {
  const { verdict: words } = rules;
  switch (verdict.kind) {
    case 'open':
      return words.open(verdict.scored, verdict.items, verdict.rate?.toFixed(1) ?? null);
    case 'reached':
      return words.reaches(common.levels[verdict.level]);
    case 'missed':
      return words.misses(common.levels[verdict.shortfall.level], shortfallTexts(verdict.shortfall, rules.problems));
  }
}
