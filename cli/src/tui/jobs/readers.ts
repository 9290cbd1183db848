import type { DocumentFile } from '@shp/shared/api/objects';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { readersOf } from '../../lists/fileViews.ts';
import { commandLine } from '../commands/commandLine.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec, JobTools } from './jobs.ts';
import { forMany } from './many.ts';

type Change = { readonly file: DocumentFile; readonly roles: readonly UserRole[] };

/** Changes who may read the target's documents. */
export function readersJob(
  model: ListModel<DocumentFile>,
  target: Selection<DocumentFile>,
  roles: readonly UserRole[],
  texts: Texts,
): JobSpec {
  const known = target.kind === 'picked' ? [...target.rows.values()].map((file) => ({ file, roles })) : [];
  return {
    title: ({ tui }) => tui.keys.readers,
    command: known.length > 0 ? commandOf(known) : null,
    async run(tools) {
      const rows = await rowsOf(model, target, tools.signal, tools.at);
      await change(
        rows.map((file) => ({ file, roles })),
        model,
        tools,
        texts,
      );
    },
  };
}

/** Changes documents one after the other; the undo gives each its former readers. */
async function change(changes: readonly Change[], model: ListModel<DocumentFile>, tools: JobTools, texts: Texts) {
  const changed: Change[] = [];
  const offerUndo = () => {
    const undone = [...changed];
    tools.undo({
      title: ({ tui }) => tui.keys.readers,
      command: commandOf(undone),
      question: ({ acts }) => acts.readers.back(undone.length),
      run: (undoing) => change(undone, model, undoing, texts),
    });
  };
  const nameOf = ({ file }: Change) => model.def.nameOf(file);
  await forMany(tools, changes, nameOf, async ({ file, roles }) => {
    const after = await tools.api.call('POST document/update_roles', { fileId: file.id, roles: [...roles] });
    changed.push({ file: after, roles: USER_ROLES.filter((role) => file.roles.includes(role)) });
    offerUndo();
    return { result: 'done', text: readersOf(after, texts) };
  });
}

/** A line for each document: the command takes one. */
function commandOf(changes: readonly Change[]): string {
  return changes
    .map(({ file, roles }) => commandLine('documents', 'roles', file.id, '--roles', roles.join(',')))
    .join('\n');
}
