import type { DocumentFile } from '@shp/shared/api/objects';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec } from './jobs.ts';
import { deleteOne, forMany } from './many.ts';

/** Deletes the target's documents. */
export function deleteDocumentsJob(
  model: ListModel<DocumentFile>,
  target: Selection<DocumentFile>,
  { tui }: Texts,
): JobSpec {
  return {
    title: (shown) => shown.tui.operations.deleteDocuments.title,
    async run(tools) {
      const rows = await rowsOf(model, target, tools.signal, tools.at);
      await forMany(tools, rows, model.def.nameOf, async ({ id }, lost) => {
        await deleteOne(() => tools.api.call('POST document/delete?', { fileId: id }), lost);
        return { result: 'done', text: tui.operations.deleteDocuments.done };
      });
    },
  };
}
