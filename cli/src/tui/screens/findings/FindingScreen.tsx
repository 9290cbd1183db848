import type { Finding, FindingEvent } from '@shp/shared/api/findings/objects';
import { clockText } from '@shp/shared/sheets/days';
import { FINDINGS_TEXT } from '@shp/shared/sheets/findings';
import { useState } from 'react';
import { keysOf, ROW_KEYS } from '../../keys/keys.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { usePath } from '../../path.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { useCopied } from '../../useCopied.ts';
import { LIVE_MS } from '../../useLive.ts';
import { wrap } from '../../widgets/keyValueLines.ts';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { TextScreen } from '../TextScreen.tsx';
import { factLines } from './FindingFacts.tsx';
import { FindingStepDialog } from './FindingStepDialog.tsx';
import { stepsOf } from './steps.ts';

/** The keys that wait for the finding. */
const KEPT_KEYS = [...ROW_KEYS, ...keysOf('findingStep', 'copy', 'copyId')];

/** One finding with its steps and the names of its evidence. */
export function FindingScreen({ id, no, height }: { id: string; no: string; height: number }) {
  const { texts, columns: outside, look } = useUi();
  const copied = useCopied();
  const columns = outside - PANE_COLUMNS;
  const { me, back } = useSession();
  const [stepping, setStepping] = useState(false);
  const { data, failure, reload } = useCall('GET finding', { id }, LIVE_MS);
  const path = usePath(no);
  useKeys({ places: ['list'], handlers: data === null ? { unselect: back, refresh: reload } : {} });
  if (data === null) {
    return (
      <Pane head={path} height={height}>
        <Pending failures={[failure]} keeps={KEPT_KEYS} />
      </Pane>
    );
  }
  if (stepping) {
    const close = () => {
      setStepping(false);
      reload();
    };
    return (
      <Pane head={path} height={height}>
        <FindingStepDialog finding={data} height={height - FRAME_ROWS} onClose={close} />
      </Pane>
    );
  }
  return (
    <TextScreen
      title={no}
      lines={[...factLines(data, texts, look, columns), ...stepLines(data, texts, columns), ...fileLines(data, texts)]}
      height={height}
      places={['list', 'findings']}
      handlers={{
        refresh: reload,
        unselect: back,
        copy: () => copied(data.no),
        copyId: () => copied(data.id),
        findingStep: () => setStepping(true),
      }}
      unmet={{ steps: stepsOf(data, me).length === 0 ? texts.tui.why.noSteps : null }}
    />
  );
}

/** The steps, newest first. */
function stepLines({ events }: Finding, { rules, common, acts, tui, lang }: Texts, columns: number): string[] {
  const one = ({ at, from, state, by, text, due }: FindingEvent) => {
    const step = `${from === null ? '' : `${rules.findingStates[from]} -> `}${rules.findingStates[state]}`;
    const who = by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`;
    const last = due === null ? '' : `  ${FINDINGS_TEXT[lang].screen.due(due)}`;
    return [
      ...wrap(`${clockText(at)}  ${step}`, columns - 2).map((line) => `  ${line}`),
      ...wrap(`${who}${last}`, columns - 6).map((line) => `      ${line}`),
      ...(text === '' ? [] : wrap(text, columns - 6).map((line) => `      ${line}`)),
    ];
  };
  return ['', acts.findings.steps, ...events.toReversed().flatMap(one)];
}

function fileLines({ files }: Finding, { acts }: Texts): string[] {
  if (files.length === 0) return [];
  return ['', acts.findings.files, ...files.map(({ title, extension }) => `  ${title}.${extension}`)];
}
