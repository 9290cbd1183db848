import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { FILE_TYPES, fileExtension, fileProblem } from '@shp/shared/domain/assessment/files';
import { useState } from 'react';
import { bytes } from '../../../output/progress.ts';
import { errorText } from '../../format.ts';
import type { Texts } from '../../texts.ts';
import { useTexts } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { FilePicker } from '../picker/FilePicker.tsx';

const isAccepted = (name: string) => fileExtension(extname(name)) !== undefined;

type Props = {
  title: string;
  height: number;
  /** Marked at first. */
  first?: readonly string[];
  onPicked(paths: readonly string[]): void;
  onCancel(): void;
};

/** Picks files to upload: Space marks several, Enter takes them, or the one under the cursor. */
export function PickFiles({ title, height, first = [], onPicked, onCancel }: Props) {
  const texts = useTexts();
  const { uploads } = texts.acts;
  const [marked, setMarked] = useState(first);
  const most = useCall('GET system/settings', {}).data?.maxFileMB ?? Number.POSITIVE_INFINITY;
  const pick = async (path: string): Promise<string | null> => {
    const paths = marked.length > 0 ? marked : [path];
    for (const one of paths) {
      const problem = problemOf(one, most, texts);
      if (problem !== null) return `${basename(one)}${texts.common.marks.colon}${problem}`;
    }
    onPicked(paths);
    return null;
  };
  return (
    <FilePicker
      title={title}
      note={
        marked.length === 0
          ? uploads.note(Object.keys(FILE_TYPES).join(texts.common.marks.list))
          : uploads.marked(marked.map((path) => basename(path)))
      }
      height={height}
      accepts={isAccepted}
      marks={{
        paths: marked,
        toggle: (path) =>
          setMarked((now) => (now.includes(path) ? now.filter((other) => other !== path) : [...now, path])),
      }}
      onPick={pick}
      onCancel={onCancel}
    />
  );
}

/** Why a file cannot be uploaded, by the rules that the server has; null if it may be. */
function problemOf(path: string, maxFileMB: number, texts: Texts): string | null {
  const { errors, conflicts } = texts.common;
  try {
    const problem = fileProblem({ name: basename(path), size: statSync(path).size }, maxFileMB);
    if (problem === null) return null;
    if (problem.code === 'size') return conflicts.fileTooLarge(problem.mb);
    return problem.code === 'type' ? errors.unsupported_type : conflicts.fileEmpty;
  } catch (error) {
    return errorText(error, texts);
  }
}

/** The names of picked files, with the size of all. */
export function pickedText(paths: readonly string[], { common }: Texts): string {
  const size = paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const names = paths.map((path) => basename(path)).join(common.marks.list);
  return paths.length === 0 ? '' : `${names}  ${bytes(size)}`;
}
