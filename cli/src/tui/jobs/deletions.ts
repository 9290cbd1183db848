import type { AssessmentRow, DocumentFile, User } from '@shp/shared/api/objects';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import { targetCommand } from '../commands/commandLine.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import type { Selection } from '../list/selection.ts';
import type { Texts } from '../texts.ts';
import type { JobSpec } from './jobs.ts';
import { deleteOne, forMany } from './many.ts';

/** Deletes the target's assessments and reports those that may not be deleted. */
export function deleteAssessmentsJob(
  model: ListModel<AssessmentRow>,
  target: Selection<AssessmentRow>,
  me: User,
  texts: Texts,
): JobSpec {
  const { tui, common } = texts;
  return {
    title: (shown) => shown.tui.operations.deleteAssessments.title,
    command: targetCommand(model, target, (refs) => ['assessments', 'delete', ...refs, '--yes']),
    async run(tools) {
      const rows = await rowsOf(model, target, tools.signal, tools.at);
      const open = rows.filter((row) => mayDelete(row, me));
      for (const row of rows) {
        if (!open.includes(row)) {
          tools.outcome({ label: model.def.nameOf(row), result: 'failed', text: common.conflicts.notDeletable });
        }
      }
      await forMany(tools, open, model.def.nameOf, async ({ id }, lost) => {
        await deleteOne(() => tools.api.call('POST assessment/delete', { id }), lost);
        model.drop(id);
        return { result: 'done', text: tui.operations.deleteAssessments.done };
      });
    },
  };
}

/** Deletes the target's documents. */
export function deleteDocumentsJob(
  model: ListModel<DocumentFile>,
  target: Selection<DocumentFile>,
  { tui }: Texts,
): JobSpec {
  return {
    title: (shown) => shown.tui.operations.deleteDocuments.title,
    command: targetCommand(model, target, (refs) => ['documents', 'delete', ...refs, '--yes']),
    async run(tools) {
      const rows = await rowsOf(model, target, tools.signal, tools.at);
      await forMany(tools, rows, model.def.nameOf, async ({ id }, lost) => {
        await deleteOne(() => tools.api.call('POST document/delete?', { fileId: id }), lost);
        model.drop(id);
        return { result: 'done', text: tui.operations.deleteDocuments.done };
      });
    },
  };
}
