import type { Output } from '@shp/shared/api/index';
import type { Assessment, Problem, User } from '@shp/shared/api/objects';
import type { StepName } from '@shp/shared/domain/assessment/lifecycle';
import { problemsByChapter } from '@shp/shared/domain/assessment/problems';
import type { Remark } from '@shp/shared/domain/assessment/remarks';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { wrap } from '../../../lib/wrap.ts';
import { remarkWord } from '../../../lists/remarkWord.ts';
import { inOrder, STEP_ORDER, stepRow } from '../../../lists/stepRow.ts';
import type { Look } from '../../look/look.ts';
import { statusHue } from '../../look/statusHue.ts';
import type { Texts } from '../../texts.ts';
import { blocksIn, sideBySide } from '../../widgets/Blocks.tsx';
import { markedText } from '../../widgets/stepLines.ts';

/** The name of a step. */
export function stepName(assessment: Assessment, to: Status, me: User, { rules, common }: Texts): string {
  const row = stepRow(assessment, to, me);
  return row ? rules.steps[row.name] : common.statuses[to];
}

/** The steps that lead on. */
const ON: readonly (StepName | undefined)[] = STEP_ORDER.slice(0, STEP_ORDER.indexOf('fail') + 1);

/** The step under the cursor at first: the first possible one that leads on, else the first of all, never one that leads back. */
export function leading<S>(
  steps: readonly S[],
  of: (step: S) => { name: StepName | undefined; allowed: boolean },
): number {
  const on = steps.findIndex((step) => of(step).allowed && ON.includes(of(step).name));
  return Math.max(0, on);
}

/** The reasons against a step; many are grouped by chapter. */
function reasonsAgainst(problems: readonly Problem[], { tui, common }: Texts) {
  const { apart, chapters } = problemsByChapter(problems);
  return {
    apart: apart.map(({ message }) => message),
    byChapter: [...chapters].map(([chapter, ofChapter]) => {
      const serials = [...new Set(ofChapter.map(({ serial = '' }) => serial))];
      return `${tui.assessment.ofChapter(chapter, serials.length)}${common.marks.colon}${serials.join(common.marks.list)}`;
    }),
  };
}

const REASON = '      - ';

/** Reasons, one below the other. */
function listed(reasons: readonly string[], columns: number, mark: string): string[] {
  return reasons.flatMap((reason) =>
    wrap(reason, columns - mark.length).map((line, index) => `${index === 0 ? mark : ' '.repeat(mark.length)}${line}`),
  );
}

/** The same in two columns, down the first one and then the second. */
function folded(reasons: readonly string[], columns: number): string[] {
  const { first, second } = blocksIn(columns);
  const half = Math.ceil(reasons.length / 2);
  return sideBySide(
    listed(reasons.slice(0, half), first, REASON),
    listed(reasons.slice(half), second, REASON.trimStart()),
    first,
  );
}

/** The next steps, each with its state and the reasons against it: the short ones in one column or in two. */
export function nextStepLines(
  assessment: Assessment,
  steps: Output<'GET assessment/next_steps'>,
  me: User,
  { texts, look, columns, isFolded }: { texts: Texts; look: Look; columns: number; isFolded: boolean },
): string[] {
  const { tui, common } = texts;
  const reasonLines = ({ apart, byChapter }: ReturnType<typeof reasonsAgainst>) => [
    ...(isFolded ? folded(apart, columns) : listed(apart, columns, REASON)),
    ...listed(byChapter, columns, REASON),
  ];
  return inOrder(steps, ({ to }) => stepRow(assessment, to, me)?.name).flatMap(({ to, allowed, problems }) => [
    `  ${stepName(assessment, to, me, texts)} → ${markedText({ name: common.statuses[to], hue: statusHue(to) }, look)}${allowed ? '' : common.marks.brackets(tui.assessment.notYet)}`,
    ...reasonLines(reasonsAgainst(problems, texts)),
  ]);
}

/** The hints for a step, wrapped to `columns`. */
export function hintLines(hints: readonly Problem[], { common }: Texts, columns: number): string[] {
  return hints.flatMap(({ message }) => wrap(`${common.assessment.hint}${common.marks.colon}${message}`, columns));
}

/** The words of the command that takes a step. */
export function advanceWords(
  refs: readonly string[],
  to: Status,
  description: string,
  remarks: readonly Remark[] = [],
): string[] {
  const given = remarks.flatMap((remark) => ['--remark', remarkWord(remark)]);
  return ['assessments', 'advance', ...refs, to, ...(description === '' ? [] : ['-m', description]), ...given, '--yes'];
}
