import type { AssessmentRow } from '@shp/shared/api/objects';
import { mayDelete } from '@shp/shared/domain/assessment/permissions';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { everWaits } from '@shp/shared/domain/assessment/todo';
import { useState } from 'react';
import { deleteAssessmentsJob } from '../jobs/deletions.ts';
import { ASSESSMENT_EXPORT } from '../jobs/exportAssessments.ts';
import { targetOf } from '../list/actionTarget.ts';
import { ASSESSMENTS, assessmentList } from '../list/assessmentsList.ts';
import { type Dialog, ListScreen } from '../list/ListScreen.tsx';
import type { Selection } from '../list/selection.ts';
import { useModel } from '../list/useModel.ts';
import { mayCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { PROMPT_ROWS } from '../widgets/Prompt.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { ExportPrompt } from './ExportPrompt.tsx';
import { CONFIRM_ROWS, OperationConfirm, onlyOf } from './OperationConfirm.tsx';

/** The list of assessments. */
export function AssessmentsTab({ height }: { height: number }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, open } = useSession();
  const model = useModel(() => assessmentList(me.role), ASSESSMENTS);
  const [asked, setAsked] = useState<'export' | 'assign' | 'delete' | null>(null);
  const close = () => setAsked(null);

  const dialog = (): Dialog | null => {
    const target = targetOf(model);
    if (asked === 'export') {
      return {
        rows: PROMPT_ROWS,
        node: <ExportPrompt model={model} exporting={ASSESSMENT_EXPORT} onClose={close} />,
      };
    }
    if (target === null || asked === null) return null;
    if (asked === 'assign') {
      return { rows: 'all', node: <AssignDialog model={model} target={target} height={height - 1} onClose={close} /> };
    }
    const job = (chosen: Selection<AssessmentRow>) => deleteAssessmentsJob(model, chosen, me, texts);
    return {
      rows: CONFIRM_ROWS,
      node: <OperationConfirm operation="deleteAssessments" model={model} job={job} onClose={close} />,
    };
  };
  const deletable = (): string | null => {
    if (!mayCall(me.role, 'POST assessment/delete')) return tui.why.noRight;
    const only = onlyOf(targetOf(model));
    return only && !mayDelete(only, me.role) ? texts.common.conflicts.notDeletable : null;
  };
  const mayExport = mayCall(
    me.role,
    me.role === 'supervisor' ? 'GET supervise/assessments_export' : 'GET assessment/export',
  );
  const mayAssign = mayCall(me.role, 'POST assessment/assign_experts');
  return (
    <ListScreen<AssessmentRow>
      model={model}
      height={height}
      onOpen={(row) => open({ kind: 'assessment', id: row.id, name: model.def.nameOf(row) })}
      selectable={mayExport || mayAssign || mayCall(me.role, 'POST assessment/delete')}
      dialog={dialog()}
      tone={({ status }) => statusTone(status)}
      actions={{
        export: () => setAsked('export'),
        assign: () => setAsked('assign'),
        delete: () => setAsked('delete'),
        ...(everWaits(me.role)
          ? {
              waiting: () => {
                const { query } = model.state;
                model.dispatch({ do: 'query', query: { ...query, waiting: query.waiting ? undefined : true } });
              },
            }
          : {}),
      }}
      unmet={{
        exportRight: mayExport ? null : tui.why.noRight,
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        assignRight: mayAssign ? null : tui.why.noRight,
        deleteRight: deletable(),
      }}
    />
  );
}

/** A colour for the status, in addition to its name. */
export function statusTone(status: Status): string | undefined {
  switch (status) {
    case 'passed':
      return 'green';
    case 'failed':
    case 'revoked':
      return 'red';
    case 'returned':
      return 'yellow';
    case 'withdrawn':
    case 'draft':
      return 'gray';
    default:
      return undefined;
  }
}
