import { itemState, type ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { spread } from '@shp/shared/domain/standard/scoring';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import { displayWidth } from '../../../../lib/width.ts';
import type { Look } from '../../../look/look.ts';
import type { Texts } from '../../../texts.ts';
import { GAP, tableLines } from '../../../widgets/tableLines.ts';
import { formatPoints } from '../points.ts';

/** Serial and text come before the figures. */
const FIRST_FIGURE = 2;
/** Follows a score that does not count because its reason is missing. */
const NO_REASON = ' !';

/** The share of the width that items keep beside whole names of experts. */
const ITEM_LEAST = 0.3;

type Figure = readonly [head: string, cells: readonly string[], scores?: Scores];
type Scores = ReadonlyMap<string, ScoreItem>;
type Spread = ReturnType<typeof spread>[number];
type Chapter = {
  readonly items: readonly StandardItem[];
  /** The station's own scores. */
  readonly own: Scores;
  readonly given: readonly { readonly name: string; readonly isMine: boolean; readonly bySerial: Scores }[];
  readonly spreads: readonly Spread[];
  /** The number of remarks on an item. */
  remarks(item: StandardItem): number;
  /** The number of files that are evidence for an item. */
  evidence(item: StandardItem): number;
  content(item: StandardItem): string;
  readonly columns: number;
};

/**
 * The items of a chapter as a table: the station's scores, each expert's, and their spread; lost points are coloured.
 * Where whole names would cut the items, experts have short ones, which `legend` explains, and the spread only its mean.
 */
export function itemTable(chapter: Chapter, texts: Texts, look: Look) {
  const { items, own, given, spreads, content, columns, remarks, evidence } = chapter;
  const { scores } = texts.tui;
  const several = given.length > 1;
  const whole = figuresOf(false);
  const isShort = several && !hasRoom(whole);
  const isShortened = (at: number) => isShort && given[at]?.isMine !== true;
  const figures = isShort ? figuresOf(true) : whole;
  const [head = '', ...lines] = tableLines(
    [scores.serial, scores.item, ...figures.map(([heading]) => heading)],
    items.map((item, at) => [item.serial, content(item), ...figures.map(([, cells]) => cells[at] ?? '')]),
    columns,
    figures.flatMap(([heading], at) => (heading === scores.spread ? [] : [at + FIRST_FIGURE])),
    [],
    (text, row, column) => {
      const item = items[row];
      const score = item && figures[column - FIRST_FIGURE]?.[2]?.get(item.serial);
      const isLost =
        item !== undefined && score !== undefined && !score.missing && (score.score ?? item.score) < item.score;
      return isLost ? look.paint('amber', text) : text;
    },
  );
  const legend = given
    .flatMap(({ name }, at) => (isShortened(at) ? [`${scores.expertShort(at + 1)} ${name}`] : []))
    .join('  ');
  return { head, lines, legend };

  function figuresOf(isShort: boolean): Figure[] {
    const spreadOf = isShort ? meanText : rangeText;
    const counts = (head: string, count: (item: StandardItem) => number): Figure[] =>
      items.some((item) => count(item) > 0) ? [[head, items.map((item) => String(count(item) || ''))]] : [];
    return [
      ...counts(scores.remark, remarks),
      ...counts(scores.evidence, evidence),
      [scores.full, items.map(({ score }) => formatPoints(score))],
      [scores.own, cellsOf(own), own],
      ...(several
        ? [[isShort ? scores.mean : scores.spread, items.map((_, at) => spreadOf(spreads[at]))] satisfies Figure]
        : []),
      ...given.map(
        ({ name, isMine, bySerial }, at): Figure => [
          isShort && !isMine ? scores.expertShort(at + 1) : name,
          cellsOf(bySerial),
          bySerial,
        ],
      ),
    ];
  }

  /** Whether the items keep enough of the width beside these figures. */
  function hasRoom(figures: readonly Figure[]): boolean {
    const serials = widest([scores.serial, ...items.map(({ serial }) => serial)]);
    const taken = figures.reduce((sum, [head, cells]) => sum + GAP + widest([head, ...cells]), serials + GAP);
    return columns - taken >= Math.min(widest(items.map(content)), columns * ITEM_LEAST);
  }

  function cellsOf(bySerial: Scores): string[] {
    const isMarked = items.map((item) => lacksReason(bySerial.get(item.serial), item));
    // The points stay below each other where some have a mark.
    const unmarked = isMarked.includes(true) ? ' '.repeat(NO_REASON.length) : '';
    return items.map(
      ({ serial }, at) => `${scoreText(bySerial.get(serial), texts)}${isMarked[at] ? NO_REASON : unmarked}`,
    );
  }
}

/** Whether an item does not count as scored yet. */
export function isOpen(score: ScoreItem | undefined, item: StandardItem): boolean {
  return itemState(score, item) !== 'scored';
}

/** Whether an item has no score yet. */
export function isUnscored(score: ScoreItem | undefined, item: StandardItem): boolean {
  return itemState(score, item) === 'unscored';
}

/** Whether a score does not count because its reason is missing. */
export function lacksReason(score: ScoreItem | undefined, item: StandardItem): boolean {
  return itemState(score, item) === 'reasonMissing';
}

/** The points of a score, the mark of a missing item, or `-`. */
export function scoreText(item: ScoreItem | undefined, { tui }: Texts): string {
  if (!item) return '-';
  return item.missing ? tui.scores.missingMark : formatPoints(item.score) || '-';
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}

/** The mean of an item's scores, or `-`. */
export function meanText(one: Spread | undefined): string {
  return one ? formatPoints(one.mean) || '-' : '-';
}

function rangeText(one: Spread | undefined): string {
  if (!one || one.lowest === null) return '-';
  return `${formatPoints(one.lowest)}-${formatPoints(one.highest)} (${formatPoints(one.mean)})`;
}
