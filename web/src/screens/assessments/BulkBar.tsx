import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { AssessmentRow } from '@shp/shared/api/objects';
import { hasDuty, isAdminFor } from '@shp/shared/domain/accounts/duties';
import { FINAL_MANAGERS, MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import type { Caller } from '@shp/shared/domain/assessment/lifecycle';
import { type ReactNode, Suspense, startTransition, useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { lazyExtra } from '../../core/lazyWithPreload.tsx';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { disabledButtonStyle } from '../../ui/disabledButtonStyle.ts';
import { lazyDialog } from '../../ui/lazyDialog.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import { exportOf } from './AssessmentExport.tsx';
import type { BulkAct } from './bulk/Bulk.tsx';
import { unfinishedRun } from './bulk/journal.ts';
import { canStep, whyNotAssignable } from './bulk/whyNotAssignable.ts';
import { type Selected, useSelected } from './selection.ts';
import { useListText } from './texts.ts';

const SelectionBar = lazyExtra(() => import('../../ui/list/SelectionBar.tsx'));
const Bulk = lazyDialog(() => import('./bulk/Bulk.tsx'));

const STEPS = ['first_passed', 'returned'] as const;

/** Whether an act is possible for a row. */
function fits(act: Exclude<BulkAct, 'resume'>, row: Selected, caller: Caller): boolean {
  return act === 'assign' ? whyNotAssignable(row, caller) === null : canStep(row, act, caller);
}

/** The list with actions on its selected assessments: assign experts and start, pass, return, or export just these. */
export function BulkBar({ children }: { children: ReactNode }) {
  const words = useListText();
  const { lang } = usePreferences();
  const user = useUser();
  const { id, role } = user;
  const toast = useToast();
  const noteId = useId();
  const { selectedIds, onUnselectItems, refetch } = useListContext<AssessmentRow>();
  const [acting, setActing] = useState<{ act: BulkAct; rows: readonly Selected[] } | null>(null);
  const { selected, remember } = useSelected();
  const all = useSelectAll<AssessmentRow>({ onRows: remember });
  const cutOff = acting === null ? unfinishedRun(id) : null;
  const open = exportOf(role);
  if (!open) return children;
  const begin = (act: BulkAct) => startTransition(() => setActing({ act, rows: selected }));
  const isFinal = hasDuty(user, 'system') && (FINAL_MANAGERS as readonly Role[]).includes(role);
  const isManager = isAdminFor(user, 'system') || (MANAGERS as readonly Role[]).includes(role);

  // Known once every selected row has been read.
  const known = selected.length === selectedIds.length;
  const acts = [...(isFinal ? (['assign'] as const) : []), ...(isManager ? STEPS : [])].map((act) => ({
    act,
    fit: known ? selected.filter((row) => fits(act, row, user)).length : null,
  }));

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
        {selectedIds.length > 0 && (
          <SelectionBar
            count={selectedIds.length}
            onUnselect={() => onUnselectItems()}
            all={all}
            note={acts.some(({ fit }) => fit === 0) ? { id: noteId, text: words.bulk.noneFits } : null}
          >
            {acts.map(({ act, fit }) => (
              <Button
                key={act}
                variant={act === 'assign' ? 'contained' : 'outlined'}
                size="small"
                {...(fit === 0
                  ? { 'aria-disabled': true, 'aria-describedby': noteId, sx: disabledButtonStyle }
                  : { onClick: () => begin(act) })}
              >
                {words.bulk.buttons[act](fit)}
              </Button>
            ))}
            <ExportButton
              label={words.export}
              open={async (format) => {
                const { exportSelected } = await import('./exportSelected.ts');
                const { file, gone } = await exportSelected(open, {
                  rows: selected,
                  format,
                  lang,
                  name: words.fileName,
                });
                if (gone > 0) toast.failed(words.gone(gone));
                return file;
              }}
            />
          </SelectionBar>
        )}
      </Suspense>
      <Suspense>{acting && <Bulk {...acting} onClose={(changed) => void close(changed)} />}</Suspense>
    </>
  );
}
