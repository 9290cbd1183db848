import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Assessment, FileItem } from '@shp/shared/api/objects';
import { useRef } from 'react';
import { commandLine } from '../commands/commandLine.ts';
import { archiveJob, downloadJob, type FileKind, savedName } from '../jobs/download.ts';
import type { JobSpec } from '../jobs/jobs.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Prompt } from '../widgets/Prompt.tsx';
import { hereText } from './hereText.ts';

type Props = {
  kind: FileKind;
  file: FileItem;
  /** The assessment's number, for its files; no command downloads those of a finding. */
  of?: string;
  onClose(): void;
};

/** Asks for the name of the downloaded file. */
export function DownloadPrompt({ kind, file, of, onClose }: Props) {
  const texts = useTexts();
  const start = (name: string): JobSpec => {
    const command =
      kind === 'document'
        ? commandLine('documents', 'download', file.id, '-o', name)
        : of === undefined
          ? null
          : commandLine('files', 'download', of, file.id);
    return { ...downloadJob(kind, file, resolve(name), texts), command };
  };
  return <SaveAs title={texts.tui.files.download} initial={savedName(file)} start={start} onClose={onClose} />;
}

/** Asks for the name of the archive with all files of an assessment. */
export function ArchivePrompt({ assessment, onClose }: { assessment: Assessment; onClose(): void }) {
  const texts = useTexts();
  const { context } = useSession();
  const { id, number } = assessment;
  const start = (name: string): JobSpec => ({
    ...archiveJob(context, id, resolve(name), texts),
    command: commandLine('files', 'download', number, '--archive', '-o', name),
  });
  return <SaveAs title={texts.acts.archive.title} initial={`${number}.zip`} start={start} onClose={onClose} />;
}

type SaveProps = { title: string; initial: string; start(name: string): JobSpec; onClose(): void };

function SaveAs({ title, initial, start, onClose }: SaveProps) {
  const { tui, acts, common } = useTexts();
  const { jobs, say } = useSession();
  const replaced = useRef('');
  const answer = (text: string): string | null => {
    const name = text.trim();
    if (name === '') return tui.files.noName;
    if (existsSync(name) && replaced.current !== name) {
      replaced.current = name;
      return tui.export.exists;
    }
    jobs.start(start(name));
    say(tui.export.started(name));
    onClose();
    return null;
  };
  return (
    <Prompt
      title={title}
      label={tui.export.file}
      initial={initial}
      note={`${tui.files.note}${common.marks.semicolon}${acts.folder(hereText())}`}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}
