import Button from '@mui/material/Button';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { FINAL_MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import { Suspense, startTransition, useState } from 'react';
import { useListContext } from 'react-admin';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import { exportOf } from './AssessmentExport.tsx';
import { type Selected, useSelected } from './selection.ts';
import { useListText } from './texts.ts';

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'));

/** Actions on the selected assessments: assign experts, or export just these. */
export function BulkBar() {
  const words = useListText();
  const { lang } = usePreferences();
  const { role } = useUser();
  const toast = useToast();
  const { selectedIds, onUnselectItems, refetch } = useListContext<AssessmentRow>();
  const [assigning, setAssigning] = useState<readonly Selected[] | null>(null);
  const { selected, remember } = useSelected();
  const all = useSelectAll<AssessmentRow>({ onRows: remember });
  const open = exportOf(role);
  if (!open) return null;

  async function close(changed: boolean) {
    setAssigning(null);
    if (!changed) return;
    onUnselectItems();
    await refetch();
  }

  return (
    <>
      <SelectionBar count={selectedIds.length} onUnselect={() => onUnselectItems()} all={all}>
        {(FINAL_MANAGERS as readonly Role[]).includes(role) && (
          <Button variant="outlined" size="small" onClick={() => startTransition(() => setAssigning(selected))}>
            {words.assign}
          </Button>
        )}
        <ExportButton
          label={words.export}
          open={async (format) => {
            const { exportSelected } = await import('./exportSelected.ts');
            const { file, gone } = await exportSelected(open, { rows: selected, format, lang, name: words.fileName });
            if (gone > 0) toast.failed(words.gone(gone));
            return file;
          }}
        />
      </SelectionBar>
      <Suspense>{assigning && <AssignDialog rows={assigning} onClose={(changed) => void close(changed)} />}</Suspense>
    </>
  );
}
