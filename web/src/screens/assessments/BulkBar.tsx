import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { type ReactNode, Suspense, startTransition, useState } from 'react';
import { useListContext } from 'react-admin';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { exportOf } from './AssessmentExport.tsx';
import type { BulkAct } from './bulk/Bulk.tsx';
import { unfinishedRun } from './bulk/journal.ts';
import { type Selected, useSelected } from './selection.ts';
import { useListText } from './texts.ts';

const ActsBar = lazyExtra(() => import('./ActsBar.tsx'));
const Bulk = lazyDialog(() => import('./bulk/Bulk.tsx'));

/** The list with actions on its selected assessments, and a way back to a bulk run that was cut off. */
export function BulkBar({ children }: { children: ReactNode }) {
  const words = useListText();
  const { id, role } = useUser();
  const { selectedIds, onUnselectItems, refetch } = useListContext<AssessmentRow>();
  const [acting, setActing] = useState<{ act: BulkAct; rows: readonly Selected[] } | null>(null);
  const { selected, remember } = useSelected();
  const cutOff = acting === null ? unfinishedRun(id) : null;
  const open = exportOf(role);
  if (!open) return children;
  const begin = (act: BulkAct) => startTransition(() => setActing({ act, rows: selected }));

  async function close(changed: boolean) {
    setActing(null);
    if (!changed) return;
    onUnselectItems();
    await refetch();
  }

  return (
    <>
      {cutOff && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => begin('resume')}>
              {words.bulk.look}
            </Button>
          }
        >
          {words.bulk.cutOff(Object.keys(cutOff.outcomes).length, cutOff.tasks.length)}
        </Alert>
      )}
      {children}
      <Suspense>
        {selectedIds.length > 0 && <ActsBar selected={selected} remember={remember} open={open} onBegin={begin} />}
      </Suspense>
      <Suspense>{acting && <Bulk {...acting} onClose={(changed) => void close(changed)} />}</Suspense>
    </>
  );
}
