import type { FileItem } from '@shp/shared/api/objects';
import { openerOf } from '../../lib/opener.ts';
import { type FileKind, openJob } from '../jobs/download.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';

/** Opens a file in its own program; `save` offers to save it where nothing can be opened. */
export function useOpenFile(
  save: (file: FileItem) => void,
): (kind: FileKind, file: FileItem, command: string | null) => void {
  const texts = useTexts();
  const { jobs, say } = useSession();
  return (kind, file, command) => {
    const opener = openerOf(process.env, process.platform);
    if (opener === null) {
      say(texts.acts.openFile.noDisplay, 'bad');
      save(file);
      return;
    }
    const job = openJob(kind, file, opener, texts);
    jobs.start({ ...job, command });
    say(texts.tui.jobs.started(job.title(texts)));
  };
}
