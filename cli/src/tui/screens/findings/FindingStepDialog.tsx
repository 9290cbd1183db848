import { ApiError } from '@shp/shared/api/errors';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { type FindingStep, judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { dayOf, isDate } from '@shp/shared/domain/lib/days';
import { FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { type Entered, type EntryField, EntryForm } from '../../widgets/EntryForm.tsx';
import { InFrame, useFrameHead } from '../../widgets/Framed.tsx';
import { Lines } from '../../widgets/Line.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { markedText } from '../../widgets/stepLines.ts';
import { factLines } from './FindingFacts.tsx';
import { hueOfState, placeOf, stepsOf } from './steps.ts';

type Props = { finding: FindingRow; height: number; onClose(): void };

/** Rows of the form beside optional fields: its title, the text, and the hint. */
const FORM_ROWS = 3;

/** Chooses a step of a finding and takes it, by the table of steps that the server has. */
export function FindingStepDialog({ finding, height, onClose }: Props) {
  const { texts, columns, look } = useUi();
  const { rules, common, tui } = texts;
  const { api, me, models, commands, say } = useSession();
  // The steps as they were when this was opened: a change elsewhere is the server's to refuse.
  const [steps] = useState(() => stepsOf(finding, me));
  const [chosen, setStep] = useState<FindingStep | null>(steps.length === 1 ? (steps[0] ?? null) : null);
  const needed = chosen === null ? 1 + steps.length : FORM_ROWS + chosen.may.length;
  // The finding stays in sight above what is asked about it.
  const facts = [...factLines(finding, texts, look, columns)].slice(0, Math.max(0, height - needed - 1));
  useFrameHead(finding.no);
  const rest = Math.min(needed, height - facts.length - 1);
  const below = (asked: ReactNode) => (
    <Box flexDirection="column">
      <Lines lines={[...facts, '']} />
      <InFrame>{asked}</InFrame>
    </Box>
  );
  if (chosen === null) {
    return below(
      <Menu
        title={tui.assessment.chooseStep}
        height={rest}
        items={steps.map((step) => ({
          value: step,
          label: rules.findingSteps[step.name],
          note: `→ ${markedText({ name: rules.findingStates[step.to], hue: hueOfState(step.to) }, look)}`,
        }))}
        onChoose={({ value }) => setStep(value)}
        onCancel={onClose}
      />,
    );
  }
  const save = async ({ text = '', due: last = '' }: Entered): Promise<Readonly<Record<string, string>>> => {
    const due = last.trim();
    if (due !== '' && !isDate(due)) return { due: common.reasons.date };
    const asked = { to: chosen.to, text: text.trim(), ...(due === '' ? {} : { due }) };
    const verdict = judgeFindingStep(chosen.from, placeOf(finding), me, asked, dayOf(new Date()));
    if (!verdict.ok && verdict.code === 'incomplete') {
      return Object.fromEntries(
        Object.entries(verdict.faults).map(([key, fault]) => [
          key,
          fault === 'pastDay' ? common.reasons.pastDay : common.reasons.required,
        ]),
      );
    }
    try {
      await api.call('POST finding/step', { id: finding.id, ...asked });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      return Object.keys(fields).length > 0 ? fields : { '': errorText(error, texts) };
    }
    const { text: written, to, ...more } = asked;
    commands.add(commandLine('findings', 'step', finding.no, to, ...flags(more), ...(written ? ['-m', written] : [])));
    say(tui.assessment.stepDone(rules.findingSteps[chosen.name]), 'good');
    models.refresh();
    onClose();
    return {};
  };
  return below(
    <EntryForm
      title={`${rules.findingSteps[chosen.name]} → ${rules.findingStates[chosen.to]}`}
      fields={() => fieldsOf(chosen, finding, texts)}
      first={{}}
      height={rest}
      onSave={save}
      onCancel={onClose}
    />,
  );
}

function fieldsOf({ name, to, needs, may }: FindingStep, { no }: FindingRow, texts: Texts): readonly EntryField[] {
  const { screen } = FINDINGS_TEXT[texts.lang];
  const { findings } = texts.acts;
  const text = {
    key: 'text',
    label: screen.texts[name],
    required: needs.includes('text'),
    one: true,
    long: true,
  } as const;
  const due = { key: 'due', label: screen.day, required: needs.includes('due'), one: true };
  return [
    { ...text, hint: findings.filesHint(no, to) },
    ...(may.includes('due') ? [{ ...due, hint: findings.dueHint }] : []),
  ];
}
