import { ApiError } from '@shp/shared/api/errors';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Problem } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { lastReturn, unansweredOf } from '@shp/shared/domain/assessment/returns';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { DESCRIPTION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { inOrder, stepRow } from '../../../lists/stepRow.ts';
import { commandLine } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { markedText } from '../../widgets/stepLines.ts';
import { remarkLines } from './remarking.tsx';
import { verdictLines } from './scores/verdictLines.ts';
import { advanceWords, hintLines, leading, stepName } from './steps.ts';
import { useDecision } from './useDecision.ts';

type Props = {
  assessment: Assessment;
  steps: Output<'GET assessment/next_steps'>;
  /** What the dialogs are called after, where the page does not name it. */
  named?: string;
  height: number;
  onDone?(): void;
  onClose(): void;
};

/** Chooses a step and takes it; shows why a step is not possible yet. */
export function StepDialog({ assessment: shown, steps, named, height, onDone, onClose }: Props) {
  const { texts, columns, look } = useUi();
  const { tui, common, rules } = texts;
  const { api, me, models, remarks, commands, say } = useSession();
  const [to, setTo] = useState<Status | null>(null);
  // The steps may be newer than the assessment on the screen: its version would then be refused.
  const assessment = useCall('GET assessment', { id: shown.id }).data ?? shown;
  const row = to === null ? undefined : stepRow(assessment, to, me);
  const judges = row?.name === 'submit' || row?.name === 'passFirst';
  const sum = useCall('GET assessment/sum_station_score', me.role === 'station' || judges ? { id: shown.id } : null);
  const needed = row?.needs.includes('description') ?? false;
  const label = needed ? tui.assessment.description : tui.assessment.descriptionOptional;
  const decision = useDecision(assessment, row, label);
  const events = useCall('GET assessment/events', to === 'submitted' ? { id: shown.id } : null);
  if (to === null) {
    const nameOf = (step: Props['steps'][number]) => stepRow(assessment, step.to, me)?.name;
    const offered = inOrder(steps, nameOf);
    return (
      <Menu
        title={[tui.assessment.chooseStep, ...(named === undefined ? [] : [named])].join(common.marks.colon)}
        height={height}
        at={leading(offered, (step) => ({ name: nameOf(step), allowed: step.allowed }))}
        items={offered.map((step) => ({
          value: step.to,
          label: stepName(assessment, step.to, me, texts),
          note: `→ ${markedText({ name: common.statuses[step.to], hue: statusHue(step.to) }, look)}`,
          off: step.allowed ? null : stepReason(step.problems, texts),
          ...(isFew(step.problems) ? { reasons: step.problems.map(({ message }) => message) } : {}),
        }))}
        onChoose={({ value }) => setTo(value)}
        onCancel={onClose}
      />
    );
  }
  const name = stepName(assessment, to, me, texts);
  const judged =
    sum.data === null || !judges
      ? null
      : verdictLines(common.assessment.stationScore, sum.data, assessment, { texts, look, columns, input: label });
  const open = unansweredOf(lastReturn(events.data ?? [])?.remarks ?? []);
  const kept = remarks.of(shown.id);
  const given = row?.name === 'return' ? kept : [];
  const warnings = [
    ...(to === 'submitted' && open > 0 ? [texts.acts.answering.without(open)] : []),
    ...(kept.length > given.length ? [texts.acts.remarking.unsent(kept.length)] : []),
  ];
  const ofDescription = (reason: string) => `${tui.assessment.descriptionName}${common.marks.colon}${reason}`;
  const make = async (description: string): Promise<string | null> => {
    if (needed && isAbsent(description)) return rules.problems.descriptionMissing;
    if ([...description].length > DESCRIPTION_MAX) return ofDescription(common.reasons.tooLong(DESCRIPTION_MAX));
    try {
      const { id, version } = assessment;
      await api.call('POST assessment/add_event', { id, status: to, description, version, remarks: [...given] });
    } catch (error) {
      const { description: wrong, ...others } = error instanceof ApiError ? error.fields : {};
      const reasons = [...(wrong === undefined ? [] : [ofDescription(wrong)]), ...Object.values(others)];
      return reasons.length > 0 ? reasons.join(common.marks.semicolon) : errorText(error, texts);
    }
    commands.add(commandLine(...advanceWords([assessment.number], to, description, given)));
    if (row?.name === 'return') remarks.clear(shown.id);
    say(row?.name === 'submit' ? tui.assessment.submitted : tui.assessment.stepDone(name), 'good');
    models.refresh();
    onDone?.();
    onClose();
    return null;
  };
  return (
    <Prompt
      title={[`${name} → ${common.statuses[to]}`, ...(named === undefined ? [] : [named])].join('  ')}
      lines={[
        ...decision.lines,
        ...(judged?.lines ?? []),
        ...warnings.flatMap((warning) => wrap(`! ${warning}`, columns).map((line) => look.paint('amber', line))),
        ...(row?.name === 'return' ? remarkLines(given, texts, columns) : []),
        ...hintLines(steps.find((step) => step.to === to)?.hints ?? [], texts, columns),
      ]}
      label={label}
      at={judged?.at ?? decision.at}
      note={tui.assessment.stepNote}
      editor={`${to}.txt`}
      onAnswer={make}
      onCancel={onClose}
    />
  );
}

/** More than these are only counted; the overview has all reasons. */
const REASONS_MOST = 6;
const isFew = ({ length }: readonly Problem[]) => length > 1 && length <= REASONS_MOST;

/** A one-line reason why a step is not possible. */
function stepReason(problems: readonly Problem[], { tui }: Texts): string {
  const [first, ...others] = problems;
  return first && others.length === 0 ? first.message : tui.assessment.reasons(problems.length);
}
