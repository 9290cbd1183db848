import { basename } from 'node:path';
import { ApiError } from '@shp/shared/api/errors';
import type { FindingRow } from '@shp/shared/api/findings/objects';
import { HUE_OF_FINDING } from '@shp/shared/domain/findings/finding';
import { type FindingStep, judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { dayOf, isDate } from '@shp/shared/domain/lib/days';
import { FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import { Box } from 'ink';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shownPath } from '../../../lib/userFile.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { errorText } from '../../format.ts';
import { uploadOne } from '../../jobs/upload.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { type Entered, type EntryField, EntryForm } from '../../widgets/EntryForm.tsx';
import { Floating } from '../../widgets/Floats.tsx';
import { InFrame, useFrameHead } from '../../widgets/Framed.tsx';
import { Lines } from '../../widgets/Line.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { markedText } from '../../widgets/stepLines.ts';
import { shareText } from '../jobLine.ts';
import { PickFiles, pickedText } from '../uploads/PickFiles.tsx';
import { factLines, reportedFacts } from './FindingFacts.tsx';
import { placeOf, stepsOf } from './steps.ts';

type Props = { finding: FindingRow; height: number; onClose(): void };

/** Rows of the form beside optional fields: its title, the text, and the hint. */
const FORM_ROWS = 3;

/** Chooses a step of a finding and takes it, by the table of steps that the server has. */
export function FindingStepDialog({ finding, height, onClose }: Props) {
  const { texts, columns, look } = useUi();
  const { rules, common, tui, acts } = texts;
  const { api, me, models, context, commands, say } = useSession();
  const [files, setFiles] = useState<readonly string[]>([]);
  const [picking, setPicking] = useState(false);
  const [sending, setSending] = useState('');
  /** The ids of what is uploaded: a step that was refused does not send it again. */
  const sent = useRef(new Map<string, string>());
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  // The steps as they were when this was opened: a change elsewhere is the server's to refuse.
  const [steps] = useState(() => stepsOf(finding, me));
  const [chosen, setStep] = useState<FindingStep | null>(steps.length === 1 ? (steps[0] ?? null) : null);
  const needed = chosen === null ? 1 + steps.length : FORM_ROWS + chosen.may.length;
  const whole = useCall('GET finding', finding.state === 'done' ? { id: finding.id } : null);
  const reported = whole.data === null ? [] : reportedFacts(whole.data, texts);
  const facts = factLines(finding, texts, look, columns, 'step', reported).slice(0, Math.max(0, height - needed - 1));
  useFrameHead(`${finding.no} ${finding.station.name}`);
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
          note: `→ ${markedText({ name: rules.findingStates[step.to], hue: HUE_OF_FINDING[step.to] }, look)}`,
        }))}
        onChoose={({ value }) => setStep(value)}
        onCancel={onClose}
      />,
    );
  }
  const upload = async () => {
    for (const path of files) {
      if (sent.current.has(path)) continue;
      const name = basename(path);
      const at = (done: number, total: number) =>
        setSending(acts.uploads.sending(name, shareText({ done, total }, texts)));
      at(0, 1);
      const target = { target: 'finding', findingId: finding.id };
      sent.current.set(path, await uploadOne(context, { path, target }, { api, signal: stop.signal, at }, texts));
    }
  };
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
      await upload();
    } catch (error) {
      return { files: errorText(error, texts) };
    } finally {
      setSending('');
    }
    const ids = files.flatMap((path) => sent.current.get(path) ?? []);
    try {
      await api.call('POST finding/step', { id: finding.id, ...asked, ...(ids.length > 0 ? { files: ids } : {}) });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      return Object.keys(fields).length > 0 ? fields : { '': errorText(error, texts) };
    }
    const { text: written, to, ...more } = asked;
    const words = ['findings', 'step', finding.no, to, ...files.map(shownPath), ...flags(more)];
    commands.add(commandLine(...words, ...(written ? ['-m', written] : [])));
    say(FINDINGS_TEXT[texts.lang].screen.taken[chosen.name], 'good');
    models.refresh();
    onClose();
    return {};
  };
  const evidence = { shown: sending || pickedText(files, texts), choose: () => setPicking(true) };
  const form = below(
    <EntryForm
      title={`${rules.findingSteps[chosen.name]} → ${rules.findingStates[chosen.to]}`}
      fields={() => fieldsOf(chosen, evidence, texts)}
      first={{}}
      height={rest}
      enter={tui.keys.choose}
      onSave={save}
      onCancel={onClose}
    />,
  );
  return (
    <>
      {form}
      {picking && (
        <Overlay>
          <Floating>
            <PickFiles
              title={acts.uploads.key}
              height={height}
              first={files}
              onPicked={(paths) => {
                setFiles(paths);
                setPicking(false);
              }}
              onCancel={() => setPicking(false)}
            />
          </Floating>
        </Overlay>
      )}
    </>
  );
}

function fieldsOf(
  { name, needs, may }: FindingStep,
  evidence: NonNullable<EntryField['files']>,
  texts: Texts,
): readonly EntryField[] {
  const { screen } = FINDINGS_TEXT[texts.lang];
  const { findings, uploads } = texts.acts;
  const text = {
    key: 'text',
    label: screen.texts[name],
    required: needs.includes('text'),
    one: true,
    long: true,
  } as const;
  const due = { key: 'due', label: screen.day, required: needs.includes('due'), one: true };
  return [
    { ...text, hint: texts.tui.assessment.stepNote },
    ...(may.includes('due') ? [{ ...due, hint: findings.dueHint }] : []),
    ...(may.includes('files')
      ? [{ key: 'files', label: findings.files, required: false, hint: uploads.hint, one: true, files: evidence }]
      : []),
  ];
}
