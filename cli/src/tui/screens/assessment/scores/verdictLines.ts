import type { Assessment } from '@shp/shared/api/objects';
import { lowChapters, verdictOf } from '@shp/shared/domain/assessment/verdict';
import { rateShown, type ScoreSum } from '@shp/shared/domain/standard/scoring';
import { verdictText } from '@shp/shared/text/verdict';
import { displayWidth, pad } from '../../../../lib/width.ts';
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
  const score = `${sum.score100.toFixed(1)}${lowScore ? LOW : ''}`;
  const low = lowChapters(sum.sections, level, rules.thresholds);
  const rates = sum.sections.map((section) => {
    const rate = rateShown(section);
    const shown = rate === null ? '-' : common.marks.percent(rate.toFixed(1));
    return `${section.serial} ${shown}${low.includes(section.serial) ? LOW : ''}`;
  });
  const chapters = decision.chapters(common.marks.percent(String(needed.chapter)));
  const facts: Fact[] = [
    [label, decision.score(verdict.kind === 'open' ? verdictText(verdict, texts) : score, needed.score)],
    [chapters, rates.join('\n')],
    ...(verdict.kind === 'open'
      ? []
      : ([[decision.result, decision[verdict.kind](common.levels[level])]] satisfies Fact[])),
    ...more,
  ];
  const labels = labelWidth(facts, columns, displayWidth(input));
  const inGrid = facts.map(
    (fact): Fact => (fact[0] === chapters ? [chapters, grid(rates, columns - labels - 2)] : fact),
  );
  const marked = [...(lowScore ? [score] : []), ...rates.filter((rate) => rate.endsWith(LOW))];
  const lines = keyValueLines(inGrid, columns, labels).map((line) =>
    marked.reduce((painted, text) => painted.replace(text, look.paint('red', text)), line),
  );
  return { lines, at: labels + 2 };
}

/** Cells of one width, as many in a line as it has room for. */
function grid(cells: readonly string[], columns: number): string {
  const width = Math.max(0, ...cells.map(displayWidth));
  const most = Math.max(1, Math.floor((columns + GAP.length) / (width + GAP.length)));
  const lines = Array.from({ length: Math.ceil(cells.length / most) }, (_, line) =>
    cells
      .slice(line * most, (line + 1) * most)
      .map((cell) => pad(cell, width, false))
      .join(GAP)
      .trimEnd(),
  );
  return lines.join('\n');
}
