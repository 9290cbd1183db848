import type { AssessmentRow } from '@shp/shared/api/objects';
import { useMemo, useState } from 'react';
import { flags } from '../../commands/commandLine.ts';
import { formatCount } from '../../format.ts';
import { type AssignMode, marking, type Named, nameOf, planAssignment } from '../../jobs/assignPlan.ts';
import type { ListModel } from '../../list/model.ts';
import { countOf, type Selection } from '../../list/selection.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { Overlay } from '../../widgets/Panel.tsx';
import { assignCommand } from './assignCommand.ts';
import { ExpertPicker, useExperts } from './ExpertPicker.tsx';
import { PlanView } from './PlanView.tsx';
import { type Reading, useReading } from './useReading.ts';

type Props = { model: ListModel<AssessmentRow>; target: Selection<AssessmentRow>; height: number; onClose(): void };
type Choice = { experts: readonly Named[]; mode: AssignMode };

/** Assigns experts: choose them, review the changes, start the job. */
export function AssignDialog({ model, target, height, onClose }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [mode, setMode] = useState<AssignMode>('add');
  const experts = useExperts();
  const reading = useReading(model, target);
  if (choice === null) {
    return (
      <ExpertPicker
        model={experts}
        mode={mode}
        count={countOf(target)}
        reading={reading}
        height={height}
        onMode={setMode}
        onChoose={(chosen) => setChoice({ experts: chosen, mode })}
        onCancel={onClose}
      />
    );
  }
  return (
    <Overlay>
      <Plan {...{ model, target, height, onClose, reading, choice }} onBack={() => setChoice(null)} />
    </Overlay>
  );
}

type PlanProps = Props & { reading: Reading; choice: Choice; onBack(): void };

function Plan({ model, target, height, reading, choice, onClose, onBack }: PlanProps) {
  const texts = useTexts();
  const { tui } = texts;
  const { me } = useSession();
  const { rows, read, done } = reading;
  const plan = useMemo(
    () => (rows === null ? null : planAssignment(rows, choice.experts, choice.mode, me)),
    [rows, choice, me],
  );
  const marked = useMemo(
    () => (plan === null || read === null ? plan : marking(plan, read.found, read.experts)),
    [plan, read],
  );
  const accounts = choice.experts.map(({ id }) => read?.experts.find(id)?.account ?? id);
  const names = choice.experts.map((one) => nameOf(one, read?.experts)).join(texts.common.marks.list);
  return (
    <PlanView
      name={tui.assign.title}
      title={choice.mode === 'add' ? tui.assign.planAdd(names) : tui.assign.planReplace(names)}
      plan={marked}
      reading={tui.assign.reading(formatCount(done), formatCount(countOf(target)))}
      command={(started) =>
        assignCommand(model, target, [...flags({ experts: accounts, replace: choice.mode === 'replace' })], started)
      }
      height={height}
      onDone={() => {
        model.dispatch({ do: 'unselect' });
        onClose();
      }}
      onCancel={onBack}
    />
  );
}
