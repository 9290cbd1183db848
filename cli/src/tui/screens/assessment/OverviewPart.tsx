import type { AnsweredRemark } from '@shp/shared/api/remarkObjects';
import { unansweredOf } from '@shp/shared/domain/assessment/returns';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import { shownText } from '@shp/shared/sheets/column';
import { remarkPlace } from '@shp/shared/text/problems';
import { wrap } from '../../../lib/wrap.ts';
import { errorText } from '../../format.ts';
import { isAdmitted } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { lastDay, timeInStage } from '../../stageTime.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { useWhenSettled } from '../../useWhenSettled.ts';
import { blocksIn, sideBySide } from '../../widgets/Blocks.tsx';
import { type Fact, keyValueLines } from '../../widgets/keyValueLines.ts';
import { COUNT_GAP, loadMore, phaseLine, scoreLines } from '../AssessmentDetail.tsx';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { useRemarking } from './remarking.tsx';
import { nextStepLines } from './steps.ts';

/** The remarks of the last return are answered, and then checked. */
const WITH_REMARKS: readonly Status[] = ['returned', 'submitted'];
/** Shown beside the status, and in the head of the frame. */
const ELSEWHERE: readonly string[] = ['statusSince', 'number'];

/** The assessment's phases, main data, scores by chapter, conclusions and next steps. */
export function OverviewPart({ assessment, steps, height, toOpenItem }: PartProps) {
  const { texts, columns, look } = useUi();
  const { tui, common, views } = texts;
  const { me, say } = useSession();
  const { id } = assessment;
  const { unsent } = useRemarking();
  const manager = useCall('GET assessment/manager_conclusion', { id });
  const more = useWhenSettled(id, assessment.version, loadMore);
  const { beside, first, second } = blocksIn(columns);
  const time = timeInStage(assessment, more?.stageDays, texts);
  // Shows the days beside the status: an extra line would push the next steps off a small terminal.
  const facts: Fact[] = ASSESSMENT_COLUMNS.filter(({ key }) => !ELSEWHERE.includes(key))
    .map(
      (column): Fact => [
        column.heading[texts.lang],
        `${shownText(column, assessment, texts.lang, common.marks.list)}${column.key === 'status' ? common.marks.brackets(time.text) : ''}`,
        column.key === 'experts',
      ],
    )
    .filter(([, value]) => value !== '');
  const mine = useCall(
    'GET assessment/sum_expert_score',
    me.role === 'expert' ? { id, expertId: me.id } : null,
    me.role === 'expert' ? LIVE_MS : undefined,
  ).data;
  if (mine !== null) {
    const count = (key: 'scored' | 'items') => mine.sections.reduce((sum, section) => sum + section[key], 0);
    facts.push([tui.scores.mine, `${count('scored')}/${count('items')}`]);
  }
  const toNext = () => {
    const open = mine?.sections.find(({ scored, items }) => scored < items);
    if (open) toOpenItem(open.serial);
    else if (mine !== null) say(tui.scores.allScored, 'good');
  };
  const last = me.role === 'expert' ? lastDay(assessment, more?.stageDays) : null;
  if (last !== null) facts.push([views.detail.lastDay, last]);
  const reason =
    assessment.status === 'returned' && more !== null
      ? [
          ...wrap(`${common.statuses.returned}${common.marks.colon}${more.returned.reason}`, columns - 2),
          ...(more.returned.toAnswer > 0 ? [look.paint('amber', views.detail.toAnswer(more.returned.toAnswer))] : []),
          '',
        ]
      : [];
  const answered = WITH_REMARKS.includes(assessment.status)
    ? remarkLines(more?.returned.remarks ?? [], texts, columns)
    : [];
  const scores = [
    ...scoreLines(assessment, more, { texts, look, columns: second }),
    ...(more ? [views.detail.counts(more.remarks, more.files, more.evidence).join(COUNT_GAP)] : []),
  ];
  const nextIn = (isFolded: boolean) =>
    nextStepLines(assessment, steps.data ?? [], me, { texts, look, columns, isFolded });
  const conclusion = manager.data
    ? ['', tui.assessment.managerConclusion(manager.data.by.name), ...wrap(manager.data.conclusion, columns - 2)]
    : [];
  const unknown = steps.failure === null ? texts.login.loading : errorText(steps.failure, texts);
  const noStep = steps.data === null ? unknown : tui.why.noSteps;
  const mayStep = isAdmitted(me, 'POST assessment/add_event');
  const painted = (line: string) => (time.isOver ? line.replace(time.text, look.paint('red', time.text)) : line);
  const main = keyValueLines(facts, first);
  const linesWith = (next: readonly string[]) => [
    ...(unsent > 0 ? [look.paint('amber', `! ${texts.acts.remarking.see(unsent)}`), ''] : []),
    ...reason,
    ...(beside ? sideBySide(main, scores, first) : main).map(painted),
    ...conclusion,
    ...answered,
    ...(mayStep ? ['', tui.assessment.nextSteps, ...(next.length > 0 ? next : [`  ${noStep}`])] : []),
  ];
  const unfolded = linesWith(nextIn(false));
  // What stands against a step takes two columns where one has no room.
  const lines = beside && unfolded.length + 1 > height ? linesWith(nextIn(true)) : unfolded;
  // On a small terminal no blank line follows the phases, and the next steps come before the chapters.
  const isRoomy = lines.length + (beside ? 2 : 3) <= height;
  const phases = [phaseLine(assessment, texts, look, columns), ...(isRoomy ? [''] : [])];
  return (
    <LinesPart
      lines={[...phases, ...lines, ...(beside || scores.length === 0 ? [] : ['', ...scores])]}
      height={height}
      {...(assessment.permissions.scoreExpert && me.role === 'expert'
        ? { places: ['items'] as const, handlers: { nextUnscored: toNext } }
        : {})}
    />
  );
}

/** The remarks of the last return, each with its answers. */
function remarkLines(remarks: readonly AnsweredRemark[], texts: Texts, columns: number): string[] {
  if (remarks.length === 0) return [];
  const { acts, common, rules } = texts;
  const indented = (text: string, first: string) =>
    wrap(text, columns - first.length).map((line, index) => `${index === 0 ? first : ' '.repeat(first.length)}${line}`);
  return [
    '',
    acts.answering.heading(remarks.length, unansweredOf(remarks)),
    ...remarks.flatMap((remark) => [
      ...indented([remarkPlace(remark, rules), remark.text].filter(Boolean).join(common.marks.colon), '  - '),
      ...(remark.answers ?? []).flatMap(({ text }) =>
        indented(`${common.assessment.answer}${common.marks.colon}${text}`, '      '),
      ),
    ]),
  ];
}
