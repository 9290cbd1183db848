import { isAbsent, type Reason } from '../assessment/fields.ts';
import { isTenths } from '../lib/rational.ts';
import type { StandardItem } from './standard.ts';

/** The score of one item (docs/spec/wire.md#objects); `score` in points, null if missing or not scored yet. */
export type ScoreItem = { serial: string; score: number | null; missing: boolean; reason: string };
/** A score in a request; `was` is the state that the client last read, so that it cannot overwrite an unseen change. */
export type ScoreEntry = ScoreItem & { was?: Omit<ScoreItem, 'serial'> | undefined };

export const REASON_MAX = 1000;

/**
 * Why a score cannot be saved; null if it can (docs/spec/wire.md#calls). Saving accepts an absent reason text.
 * `standardItem` undefined: the standard has no item with this serial.
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
 * Whether an item counts as scored: it has full points, or a reason and either fewer points or `missing`
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

/** Whether two states of an item are equal, for `was` (docs/spec/wire.md#calls); undefined: no score saved yet. */
export function sameScore(a: ScoreState | undefined, b: ScoreState | undefined): boolean {
  const { score, missing, reason } = a ?? NOTHING;
  const other = b ?? NOTHING;
  return score === other.score && missing === other.missing && reason === other.reason;
}

const NOTHING: ScoreState = { score: null, missing: false, reason: '' };
