import type { Thresholds } from '../settings.ts';
import { type ScoreSum, type Shortfall, shortfall } from '../standard/scoring.ts';
import { LEVELS, type Level } from './statuses.ts';

/** The best level that a score reaches, and what it lacks for the next better one; null for level 1. */
export type Standing = { readonly reached: Level | null; readonly next: Shortfall | null };

/** Where a score stands among the levels by its figures alone; null while items are unscored. */
export function standingOf(sum: ScoreSum, thresholds: Thresholds): Standing | null {
  if (!sum.complete) return null;
  const { qualifies: reached } = sum;
  const next = LEVELS.findLast((level) => reached === null || level < reached);
  return { reached, next: next === undefined ? null : shortfall(sum, next, thresholds) };
}
