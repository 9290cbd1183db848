import { daysInStatus } from '@shp/shared/domain/lib/days';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import { shownText } from '@shp/shared/sheets/column';
import { errorText } from '../../format.ts';
import { mayCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { type Fact, keyValueLines, wrap } from '../../widgets/keyValueLines.ts';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { reasonsAgainst, stepName } from './steps.ts';

const REASON = '      - ';
const BELOW_REASON = ' '.repeat(REASON.length);

/** Shown beside the status, and in the head of the frame. */
const ELSEWHERE: readonly string[] = ['statusSince', 'number'];

/** The assessment's main data, conclusions and next steps. */
export function OverviewPart({ assessment, steps, height }: PartProps) {
  const { texts, columns } = useUi();
  const { tui, common } = texts;
  const { me } = useSession();
  const { id } = assessment;
  const manager = useCall('GET assessment/manager_conclusion', { id });
  const inStatus = common.marks.brackets(tui.assessment.inStatus(daysInStatus(assessment)));
  // Shows the days beside the status: an extra line would push the next steps off a small terminal.
  const facts: Fact[] = ASSESSMENT_COLUMNS.filter(({ key }) => !ELSEWHERE.includes(key))
    .map(
      (column): Fact => [
        column.heading[texts.lang],
        `${shownText(column, assessment, texts.lang, common.marks.list)}${column.key === 'status' ? inStatus : ''}`,
      ],
    )
    .filter(([, value]) => value !== '');
  const next = (steps.data ?? []).flatMap(({ to, allowed, problems }) => [
    `  ${stepName(assessment, to, me, texts)} -> ${common.statuses[to]}${allowed ? '' : common.marks.brackets(tui.assessment.notYet)}`,
    ...reasonsAgainst(problems, texts).flatMap((reason) =>
      wrap(reason, columns - REASON.length).map((line, index) => `${index === 0 ? REASON : BELOW_REASON}${line}`),
    ),
  ]);
  const conclusion = manager.data
    ? ['', tui.assessment.managerConclusion(manager.data.by.name), ...wrap(manager.data.conclusion, columns - 2)]
    : [];
  const unknown = steps.failure === null ? texts.login.loading : errorText(steps.failure, texts);
  const noStep = steps.data === null ? unknown : tui.why.noSteps;
  const mayStep = mayCall(me, 'POST assessment/add_event');
  return (
    <LinesPart
      lines={[
        ...keyValueLines(facts, columns),
        ...conclusion,
        ...(mayStep ? ['', tui.assessment.nextSteps, ...(next.length > 0 ? next : [`  ${noStep}`])] : []),
      ]}
      height={height}
    />
  );
}
