import { basename, extname } from 'node:path';
import type { DocumentFile } from '@shp/shared/api/objects';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { useState } from 'react';
import { shownPath } from '../../../lib/userFile.ts';
import { commandLine, flags } from '../../commands/commandLine.ts';
import { uploadJob } from '../../jobs/upload.ts';
import type { ListModel } from '../../list/model.ts';
import { useSession } from '../../session.ts';
import { useTexts } from '../../ui.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { PickFiles } from './PickFiles.tsx';

type Props = { model: ListModel<DocumentFile>; height: number; onClose(): void };

/** Picks documents and who may read them, then uploads them as a job; the list goes to the new ones. */
export function AddDocuments({ model, height, onClose }: Props) {
  const texts = useTexts();
  const { common, acts, tui } = texts;
  const { jobs, context, say } = useSession();
  const [paths, setPaths] = useState<readonly string[] | null>(null);
  const [roles, setRoles] = useState<readonly UserRole[]>([]);
  if (paths === null) {
    return <PickFiles title={acts.uploads.documents} height={height} onPicked={setPaths} onCancel={onClose} />;
  }
  const start = () => {
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
  const toggle = (role: UserRole) =>
    setRoles((now) => (now.includes(role) ? now.filter((other) => other !== role) : [...now, role]));
  return (
    <Menu<UserRole | null>
      title={acts.uploads.readers(paths.length)}
      height={height}
      items={[
        { value: null, label: acts.uploads.everybody, lead: roles.length === 0 ? '(x) ' : '( ) ' },
        ...USER_ROLES.map((role) => ({
          value: role,
          label: common.roles[role],
          lead: roles.includes(role) ? '[x] ' : '[ ] ',
        })),
      ]}
      onMark={({ value }) => (value === null ? setRoles([]) : toggle(value))}
      onChoose={start}
      onCancel={() => setPaths(null)}
    />
  );
}
