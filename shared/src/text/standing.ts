import { fromTenths, toTenths } from '../domain/lib/rational.ts';
import type { Shortfall } from '../domain/standard/scoring.ts';
import type { ProblemTexts } from './problems.ts';

/** What a score lacks for a better level, in one line; the chapters by their numbers. */
export function nextLevelText(
  { level, score100, threshold, scoreLow, chapters }: Shortfall,
  texts: ProblemTexts,
): string {
  const { common, rules } = texts;
  const { next } = rules.verdict;
  const lacks = [
    ...(scoreLow ? [next.score(fromTenths(toTenths(threshold.score) - toTenths(score100)).toFixed(1))] : []),
    ...(chapters.length > 0
      ? [next.chapters(chapters.map(({ serial }) => serial).join(common.marks.list), String(threshold.chapter))]
      : []),
  ];
  return next.lacks(common.levels[level], lacks.join(common.marks.semicolon));
}
