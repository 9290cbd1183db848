import type { DocumentFile } from '@shp/shared/api/objects';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { formatCount } from '../format.ts';
import { readersJob } from '../jobs/readers.ts';
import { onlyOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { ReadersMenu } from './uploads/ReadersMenu.tsx';

type Props = {
  model: ListModel<DocumentFile>;
  target: Selection<DocumentFile>;
  height: number;
  onClose(): void;
};

/** Changes who may read the document under the cursor, or all selected; several begin with the readers of the first. */
export function ChangeReaders({ model, target, height, onClose }: Props) {
  const texts = useTexts();
  const { acts, tui } = texts;
  const { jobs, say } = useSession();
  const only = onlyOf(target);
  const [like = model.current] = target.kind === 'picked' ? target.rows.values() : [];
  const start = (roles: readonly UserRole[]) => {
    jobs.start(readersJob(model, target, roles, texts));
    model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(tui.keys.readers));
    onClose();
  };
  return (
    <ReadersMenu
      title={only ? acts.readers.one(model.def.nameOf(only)) : acts.readers.many(formatCount(countOf(target)))}
      height={height}
      first={USER_ROLES.filter((role) => like?.roles.includes(role))}
      enter={tui.keys.save}
      onChoose={start}
      onCancel={onClose}
    />
  );
}
