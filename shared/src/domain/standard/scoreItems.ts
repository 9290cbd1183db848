import { isAbsent, type Reason } from '../assessment/fields.ts';
import { isTenths } from '../lib/rational.ts';
import type { StandardItem } from './standard.ts';

/** What somebody gave one item (docs/spec/wire.md#objects); `score` in points, null where missing or not scored yet. */
export type ScoreItem = { serial: string; score: number | null; missing: boolean; reason: string };
/** An item as it is sent; `was` is what the sender last read, so that nobody overwrites what he has not seen. */
export type ScoreEntry = ScoreItem & { was?: Omit<ScoreItem, 'serial'> | undefined };

export const REASON_MAX = 1000;

/**
 * Why an item cannot be kept, null where it can (docs/spec/wire.md#calls). A reason in words may still be absent when
 * saving. `standardItem` undefined: the standard has no item with this serial.
 */
export function checkScoreItem(item: ScoreItem, standardItem: StandardItem | undefined): Reason | null {
  if (!standardItem) return { code: 'unknownSerial' };
  if ([...item.reason].length > REASON_MAX) return { code: 'tooLong', max: REASON_MAX };
  if (item.missing) {
    if (!standardItem.mayBeMissing) return { code: 'missingNotAllowed' };
    return item.score === null ? null : { code: 'missingHasScore' };
  }
  if (item.score === null) return null;
  if (!Number.isFinite(item.score)) return { code: 'type', expected: 'number' };
  if (item.score < 0) return { code: 'tooSmall', min: 0 };
  if (item.score > standardItem.score) return { code: 'tooLarge', max: standardItem.score };
  return isTenths(item.score) ? null : { code: 'decimals', max: 1 };
}

/**
 * Whether an item counts as scored: it has full points, or fewer points or is missing with a reason
 * (docs/spec/domain.md#standard-and-scores).
 */
export function itemState(
  item: ScoreItem | undefined,
  standardItem: StandardItem,
): 'unscored' | 'reasonMissing' | 'scored' {
  if (!item || (item.score === null && !item.missing)) return 'unscored';
  return item.score === standardItem.score || !isAbsent(item.reason) ? 'scored' : 'reasonMissing';
}

type ScoreState = Omit<ScoreItem, 'serial'>;

/** Whether two states of an item are the same, for `was` (docs/spec/wire.md#calls); undefined is nothing kept yet. */
export function sameScore(a: ScoreState | undefined, b: ScoreState | undefined): boolean {
  const { score, missing, reason } = a ?? NOTHING;
  const other = b ?? NOTHING;
  return score === other.score && missing === other.missing && reason === other.reason;
}

const NOTHING: ScoreState = { score: null, missing: false, reason: '' };
