import type { Assessment, FileItem } from '@shp/shared/api/objects';
import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { type ReactNode, useState } from 'react';
import { bytes } from '../../../../output/progress.ts';
import { commandLine } from '../../../commands/commandLine.ts';
import { whyNoCall } from '../../../permissions.ts';
import { useSession } from '../../../session.ts';
import type { Texts } from '../../../texts.ts';
import { useTexts } from '../../../ui.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../../widgets/Floats.tsx';
import { Menu } from '../../../widgets/Menu.tsx';
import { Overlay } from '../../../widgets/Panel.tsx';
import { DownloadPrompt } from '../../DownloadPrompt.tsx';
import { useOpenFile } from '../../useOpenFile.ts';

type How = 'open' | 'save';
type Files = readonly FileItem[];

/** Opens or saves the evidence of an item; of several files one is chosen. `dialog` stands over the page meanwhile. */
export function useItemFiles(assessment: Assessment, height: number) {
  const texts = useTexts();
  const { me } = useSession();
  const [asked, setAsked] = useState<{ readonly files: Files; readonly how: How } | FileItem | null>(null);
  const open = useOpenFile(setAsked);
  const close = () => setAsked(null);
  const take = (file: FileItem, how: How) => {
    if (how === 'save') return setAsked(file);
    close();
    open('evidence', file, commandLine('files', 'download', assessment.number, file.id));
  };
  const begin = (files: Files, how: How) => {
    const [only, ...others] = files;
    if (only !== undefined) others.length > 0 ? setAsked({ files, how }) : take(only, how);
  };
  /** Why no file of these is opened or saved; null if one can be. */
  const unmet = (files: Files) =>
    files.length === 0 ? texts.tui.files.none : whyNoCall(me, 'GET file/evidence_token', texts);
  let dialog: ReactNode = null;
  if (asked !== null) {
    const { openFile } = texts.tui.keys;
    dialog = (
      <Overlay>
        <Floating width={QUESTION_COLUMNS}>
          {'files' in asked ? (
            <Menu
              title={asked.how === 'open' ? openFile : texts.tui.files.download}
              height={floatRows(height)}
              items={asked.files.map((file) => ({ value: file, label: nameOf(file), note: factsOf(file) }))}
              onChoose={({ value }) => take(value, asked.how)}
              onCancel={close}
            />
          ) : (
            <DownloadPrompt kind="evidence" file={asked} of={assessment.number} onClose={close} />
          )}
        </Floating>
      </Overlay>
    );
  }
  return { begin, unmet, dialog };
}

/** The evidence of an item in a line; none without files. */
export function evidenceLines(files: Files, { common, acts }: Texts): string[] {
  return files.length === 0
    ? []
    : [`${acts.findings.files}${common.marks.colon}${files.map(nameOf).join(common.marks.list)}`];
}

const nameOf = ({ title, extension }: FileItem) => `${title}.${extension}`;
const factsOf = ({ size, uploadedAt }: FileItem) =>
  `${bytes(size)}  ${(clockText(uploadedAt) ?? '').slice(0, MINUTE_WIDTH)}`;
