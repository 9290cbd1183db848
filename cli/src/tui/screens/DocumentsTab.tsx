import type { DocumentFile } from '@shp/shared/api/objects';
import { useState } from 'react';
import { deleteDocumentsJob } from '../jobs/deletions.ts';
import { DOCUMENT_LIST } from '../list/documentsList.ts';
import { type Dialog, ListScreen } from '../list/ListScreen.tsx';
import type { Selection } from '../list/selection.ts';
import { useModel } from '../list/useModel.ts';
import { mayCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { PROMPT_ROWS } from '../widgets/Prompt.tsx';
import { DownloadPrompt } from './DownloadPrompt.tsx';
import { CONFIRM_ROWS, OperationConfirm } from './OperationConfirm.tsx';

/** The documents; opening one downloads it. */
export function DocumentsTab({ height }: { height: number }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me } = useSession();
  const model = useModel(() => DOCUMENT_LIST, DOCUMENT_LIST.name);
  const [asked, setAsked] = useState<DocumentFile | 'delete' | null>(null);
  const close = () => setAsked(null);
  const dialog = (): Dialog | null => {
    if (asked === null) return null;
    if (asked !== 'delete') {
      return { rows: PROMPT_ROWS, node: <DownloadPrompt kind="document" file={asked} onClose={close} /> };
    }
    const job = (target: Selection<DocumentFile>) => deleteDocumentsJob(model, target, texts);
    return {
      rows: CONFIRM_ROWS,
      node: <OperationConfirm operation="deleteDocuments" model={model} job={job} onClose={close} />,
    };
  };
  return (
    <ListScreen<DocumentFile>
      model={model}
      height={height}
      onOpen={setAsked}
      dialog={dialog()}
      actions={{
        export: () => {
          if (model.current) setAsked(model.current);
        },
        delete: () => setAsked('delete'),
      }}
      unmet={{
        exportable: model.state.total === 0 ? tui.why.noRows : null,
        deleteRight: mayCall(me.role, 'POST document/delete?') ? null : tui.why.noRight,
      }}
    />
  );
}
