import { basename, extname } from 'node:path';
import type { DocumentFile } from '@shp/shared/api/objects';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { useState } from 'react';
import { shownPath } from '../../../lib/userFile.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { uploadJob } from '../../jobs/upload.ts';
import type { ListModel } from '../../list/model.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { PickFiles } from './PickFiles.tsx';
import { ReadersMenu } from './ReadersMenu.tsx';

type Props = { model: ListModel<DocumentFile>; height: number; onClose(): void };

/** Picks documents and who may read them, then uploads them as a job; the list goes to the new ones. */
export function AddDocuments({ model, height, onClose }: Props) {
  const texts = useTexts();
  const { acts, tui } = texts;
  const { jobs, context, say } = useSession();
  const [paths, setPaths] = useState<readonly string[] | null>(null);
  if (paths === null) {
    return <PickFiles title={acts.uploads.documents} height={height} onPicked={setPaths} onCancel={onClose} />;
  }
  const start = (roles: readonly UserRole[]) => {
    const shown = paths.map(shownPath);
    const command = commandLine('documents', 'upload', ...shown, ...flags({ roles }));
    const spec = uploadJob(context, paths, { target: 'document', roles: roles.join(',') }, command, texts);
    const titles = new Set(paths.map((path) => basename(path, extname(path))));
    const from = model.here;
    const show = () => model.seek(({ title }) => titles.has(title), from);
    jobs.start({ ...spec, run: (tools) => spec.run(tools).finally(show) });
    say(tui.jobs.started(spec.title(texts)));
    onClose();
  };
  return (
    <ReadersMenu
      title={acts.uploads.readers(paths.length)}
      height={height}
      enter={acts.uploads.send}
      onChoose={start}
      onCancel={() => setPaths(null)}
    />
  );
}
