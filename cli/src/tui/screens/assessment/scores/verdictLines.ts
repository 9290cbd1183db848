import type { Assessment } from '@shp/shared/api/objects';
import { lowChapters, verdictOf } from '@shp/shared/domain/assessment/verdict';
import { rateShown, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { verdictText } from '@shp/shared/text/verdict';
import { displayWidth, pad } from '../../../../lib/width.ts';
import { wrap } from '../../../../lib/wrap.ts';
import type { Look } from '../../../look/look.ts';
import type { Texts } from '../../../texts.ts';
import { type Fact, keyValueLines, labelWidth } from '../../../widgets/keyValueLines.ts';

type Judged = Pick<Assessment, 'level' | 'rules'>;
/** `input`: the label of an input below, whose value begins where those above do. */
type Room = { readonly texts: Texts; readonly look: Look; readonly columns: number; readonly input?: string };
/** Lines, and the column in which their values begin. */
export type LabelledLines = { readonly lines: readonly string[]; readonly at: number };

/** Between two rates of a line. */
const GAP = '  ';
/** Follows what is below the threshold, without colour too. */
const LOW = '!';

/**
 * A score against the level, for a decision: the score, the rate of each chapter and the result, each beside its label;
 * what is below the threshold is marked. `more` facts follow.
 */
export function verdictLines(
  label: string,
  sum: ScoreSum,
  { level, rules }: Judged,
  { texts, look, columns, input = '' }: Room,
  more: readonly Fact[] = [],
): LabelledLines {
  const { common, acts } = texts;
  const { decision } = acts;
  const verdict = verdictOf(sum, level, rules.thresholds);
  const needed = rules.thresholds[level];
  const lowScore = verdict.kind === 'missed' && verdict.shortfall.scoreLow;
  const red = (text: string) => look.paint('red', text);
  const score = `${sum.score100.toFixed(1)}${lowScore ? LOW : ''}`;
  const low = lowChapters(sum.sections, level, rules.thresholds);
  const rates = sum.sections.map((section): Cell => {
    const rate = rateShown(section);
    const shown = rate === null ? '-' : common.marks.percent(rate.toFixed(1));
    const isLow = low.includes(section.serial);
    return { text: `${section.serial} ${shown}${isLow ? LOW : ''}`, paint: isLow ? red : plain };
  });
  const chapters = decision.chapters(common.marks.percent(String(needed.chapter)));
  const facts: Fact[] = [
    ...(verdict.kind === 'open'
      ? []
      : ([[decision.result, decision[verdict.kind](common.levels[level])]] satisfies Fact[])),
    ...more,
  ];
  const labels = labelWidth([[label, ''], [chapters, ''], ...facts], columns, displayWidth(input));
  const room = columns - labels - 2;
  const labelled = (name: string, lines: readonly string[]) =>
    lines.map((line, index) => `${pad(index === 0 ? name : '', labels, false)}  ${line}`);
  const lines = [
    ...labelled(
      label,
      verdict.kind === 'open'
        ? wrap(decision.score(verdictText(verdict, texts), needed.score), room)
        : [decision.score(lowScore ? red(score) : score, needed.score)],
    ),
    ...labelled(chapters, grid(rates, room)),
    ...keyValueLines(facts, columns, labels),
  ];
  return { lines, at: labels + 2 };
}

/** A text, and how it is painted. */
type Cell = { readonly text: string; paint(text: string): string };
const plain = (text: string) => text;

/** Lines of cells of one width, as many in a line as it has room for. */
function grid(cells: readonly Cell[], columns: number): string[] {
  const width = Math.max(0, ...cells.map(({ text }) => displayWidth(text)));
  const most = Math.max(1, Math.floor((columns + GAP.length) / (width + GAP.length)));
  return Array.from({ length: Math.ceil(cells.length / most) }, (_, line) =>
    cells
      .slice(line * most, (line + 1) * most)
      .map(({ text, paint }) => `${paint(text)}${' '.repeat(width - displayWidth(text))}`)
      .join(GAP)
      .trimEnd(),
  );
}
