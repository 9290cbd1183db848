import type { Finding } from '@shp/shared/api/findings/objects';
import type { FileItem } from '@shp/shared/api/objects';
import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { useState } from 'react';
import { bytes } from '../../../output/progress.ts';
import { keysOf, ROW_KEYS } from '../../keys/keys.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { usePath } from '../../path.ts';
import { whyNoCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { useCopied } from '../../useCopied.ts';
import { LIVE_MS } from '../../useLive.ts';
import { Floating, floatRows } from '../../widgets/Floats.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { DownloadPrompt } from '../DownloadPrompt.tsx';
import { TextScreen } from '../TextScreen.tsx';
import { useOpenFile } from '../useOpenFile.ts';
import { factLines, takenLines } from './FindingFacts.tsx';
import { FindingStepDialog } from './FindingStepDialog.tsx';
import { whyNoStep } from './steps.ts';

/** The keys that wait for the finding. */
const KEPT_KEYS = [...ROW_KEYS, ...keysOf('findingStep', 'openFindingFile', 'copy', 'copyId')];

/** One finding with its steps and its evidence, which `o` opens. */
export function FindingScreen({ id, no, height }: { id: string; no: string; height: number }) {
  const { texts, columns: outside, look } = useUi();
  const copied = useCopied();
  const columns = outside - PANE_COLUMNS;
  const { me, open: openScreen, back } = useSession();
  /** What stands in the place of the finding: a step, the choice of a file, or a file to save. */
  const [asked, setAsked] = useState<'step' | 'file' | FileItem | null>(null);
  const open = useOpenFile(setAsked);
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
  const openOne = (file: FileItem) => {
    setAsked(null);
    // No command downloads a finding's file.
    open('evidence', file, null);
  };
  const close = () => {
    setAsked(null);
    reload();
  };
  const [only, ...others] = data.files;
  const { assessment: review, station } = data;
  return (
    <>
      <TextScreen
        title={no}
        lines={[
          ...factLines(data, texts, look, columns),
          ...takenLines(data, texts, look, columns),
          ...fileLines(data, texts),
        ]}
        height={height}
        places={['list', 'findings']}
        handlers={{
          refresh: reload,
          unselect: back,
          copy: () => copied(data.no),
          copyId: () => copied(data.id),
          findingStep: () => setAsked('step'),
          ...(review === null
            ? {}
            : { open: () => openScreen({ kind: 'assessment', id: review.id, name: station.name }) }),
          ...(only === undefined
            ? {}
            : { openFindingFile: () => (others.length > 0 ? setAsked('file') : openOne(only)) }),
        }}
        names={{ open: texts.tui.shortTabs.assessments }}
        unmet={{
          steps: whyNoStep(data, me, texts),
          openRight: whyNoCall(me, 'GET assessment', texts) ?? whyNoCall(me, 'GET file/evidence_token', texts),
        }}
      />
      {asked !== null && (
        <Overlay>
          <Floating>
            {asked === 'step' && <FindingStepDialog finding={data} height={floatRows(height)} onClose={close} />}
            {asked === 'file' && (
              <Menu
                title={texts.tui.keys.openFindingFile}
                height={floatRows(height)}
                items={data.files.map((file) => ({
                  value: file,
                  label: nameOf(file),
                  note: `${bytes(file.size)}  ${(clockText(file.uploadedAt) ?? '').slice(0, MINUTE_WIDTH)}`,
                }))}
                onChoose={({ value }) => openOne(value)}
                onCancel={close}
              />
            )}
            {typeof asked === 'object' && <DownloadPrompt kind="evidence" file={asked} onClose={close} />}
          </Floating>
        </Overlay>
      )}
    </>
  );
}

const nameOf = ({ title, extension }: FileItem) => `${title}.${extension}`;

function fileLines({ files }: Finding, { acts }: Texts): string[] {
  if (files.length === 0) return [];
  return ['', acts.findings.files, ...files.map((file) => `  ${nameOf(file)}`)];
}
