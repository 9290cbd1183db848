import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FileItem } from '@shp/shared/api/objects';
import { useRef } from 'react';
import { commandLine } from '../commands/commandLine.ts';
import { downloadJob } from '../jobs/download.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Prompt } from '../widgets/Prompt.tsx';

/** Characters that are invalid in file names on some system, or would leave the folder. */
const FORBIDDEN = /[\\/:*?"<>|]+/g;

type Props = {
  kind: 'file' | 'evidence' | 'document';
  file: FileItem;
  /** The assessment's number, for its files. */
  of?: string;
  onClose(): void;
};

/** Asks for the name of the downloaded file. */
export function DownloadPrompt({ kind, file, of, onClose }: Props) {
  const texts = useTexts();
  const { tui } = texts;
  const { jobs, say } = useSession();
  const replaced = useRef('');
  const answer = (text: string): string | null => {
    const name = text.trim();
    if (name === '') return tui.files.noName;
    if (existsSync(name) && replaced.current !== name) {
      replaced.current = name;
      return tui.export.exists;
    }
    const command =
      of === undefined
        ? commandLine('documents', 'download', file.id, '-o', name)
        : commandLine('files', 'download', of, file.id);
    jobs.start({ ...downloadJob(kind, file, resolve(name), texts), command });
    say(tui.export.started(name));
    onClose();
    return null;
  };
  return (
    <Prompt
      title={tui.files.download}
      label={tui.export.file}
      initial={`${file.title.replace(FORBIDDEN, '_')}.${file.extension}`}
      note={tui.files.note}
      onAnswer={answer}
      onCancel={onClose}
    />
  );
}
