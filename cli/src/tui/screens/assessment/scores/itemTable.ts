import { itemState, type ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { spread } from '@shp/shared/domain/standard/scoring';
import type { StandardItem } from '@shp/shared/domain/standard/standard';
import type { Look } from '../../../look/look.ts';
import type { Texts } from '../../../texts.ts';
import { tableLines } from '../../../widgets/tableLines.ts';
import { formatPoints } from '../points.ts';

/** Serial and text come before the figures. */
const FIRST_FIGURE = 2;
/** Follows a score that does not count because its reason is missing. */
const NO_REASON = ' !';

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
  /** Whether several experts have short names, explained by a legend, and the spread only its mean. */
  readonly isNarrow: boolean;
};

/** The items of a chapter as a table: the station's scores, each expert's, and their spread; lost points are coloured. `legend` names experts. */
export function itemTable(chapter: Chapter, texts: Texts, look: Look) {
  const { items, own, given, spreads, content, columns, isNarrow, remarks, evidence } = chapter;
  const { scores } = texts.tui;
  const several = given.length > 1;
  const isShort = several && isNarrow;
  const spreadHead = isShort ? scores.mean : scores.spread;
  const spreadOf = isShort ? meanText : rangeText;
  const isShortened = (at: number) => isShort && given[at]?.isMine !== true;
  const nameOf = (at: number) => (isShortened(at) ? scores.expertShort(at + 1) : (given[at]?.name ?? ''));
  const figures: readonly (readonly [head: string, cells: readonly string[], scores?: Scores])[] = [
    ...(items.some((item) => remarks(item) > 0)
      ? ([['', items.map((item) => remarksText(remarks(item)))]] as const)
      : []),
    ...(items.some((item) => evidence(item) > 0)
      ? ([[scores.evidence, items.map((item) => String(evidence(item) || ''))]] as const)
      : []),
    [scores.full, items.map(({ score }) => formatPoints(score))],
    [scores.own, cellsOf(own), own],
    ...(several ? ([[spreadHead, items.map((_, at) => spreadOf(spreads[at]))]] as const) : []),
    ...given.map(({ bySerial }, at) => [nameOf(at), cellsOf(bySerial), bySerial] as const),
  ];
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
  const legend = given.flatMap(({ name }, at) => (isShortened(at) ? [`${nameOf(at)} ${name}`] : [])).join('  ');
  return { head, lines, legend };

  function remarksText(count: number): string {
    return count === 0 ? '' : scores.remarks(count);
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

function meanText(one: Spread | undefined): string {
  return one ? formatPoints(one.mean) || '-' : '-';
}

function rangeText(one: Spread | undefined): string {
  if (!one || one.lowest === null) return '-';
  return `${formatPoints(one.lowest)}-${formatPoints(one.highest)} (${formatPoints(one.mean)})`;
}
