import type { AssessmentRow } from '@shp/shared/api/objects';
import { hasDuty, isAdminFor } from '@shp/shared/domain/accounts/duties';
import { FINAL_MANAGERS, MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import type { Caller } from '@shp/shared/domain/assessment/lifecycle';
import { useListContext } from 'react-admin';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { useToast } from '../../core/useToast.ts';
import { useExport } from '../../ui/list/ExportButton.tsx';
import SelectionBar from '../../ui/list/SelectionBar.tsx';
import { useSelectAll } from '../../ui/list/useSelectAll.ts';
import type { OpenExport } from './AssessmentExport.tsx';
import type { BulkAct } from './bulk/Bulk.tsx';
import { canStep, whyNotAssignable } from './bulk/whyNotAssignable.ts';
import type { Selected } from './selection.ts';
import { useListText } from './texts.ts';

const STEPS = ['first_passed', 'returned'] as const;

/** Whether an act is possible for a row. */
function fits(act: Exclude<BulkAct, 'resume'>, row: Selected, caller: Caller): boolean {
  return act === 'assign' ? whyNotAssignable(row, caller) === null : canStep(row, act, caller);
}

type Props = {
  selected: readonly Selected[];
  remember: (rows: readonly Selected[]) => void;
  open: OpenExport;
  onBegin: (act: BulkAct) => void;
};

/** What can be done with the selected assessments: assign experts and start, pass, return, or export just these. */
export default function ActsBar({ selected, remember, open, onBegin }: Props) {
  const words = useListText();
  const { lang } = usePreferences();
  const user = useUser();
  const toast = useToast();
  const { selectedIds, onUnselectItems } = useListContext<AssessmentRow>();
  const all = useSelectAll<AssessmentRow>({ onRows: remember });
  const exports = useExport(async (format) => {
    const { exportSelected } = await import('./exportSelected.ts');
    const { file, gone } = await exportSelected(open, { rows: selected, format, lang, name: words.fileName });
    if (gone > 0) toast.failed(words.gone(gone));
    return file;
  });
  const isFinal = hasDuty(user, 'system') && (FINAL_MANAGERS as readonly Role[]).includes(user.role);
  const isManager = isAdminFor(user, 'system') || (MANAGERS as readonly Role[]).includes(user.role);

  // Known once every selected row has been read.
  const known = selected.length === selectedIds.length;
  const acts = [...(isFinal ? (['assign'] as const) : []), ...(isManager ? STEPS : [])].map((act) => ({
    act,
    fit: known ? selected.filter((row) => fits(act, row, user)).length : null,
  }));
  const possible = acts.filter(({ fit }) => fit !== 0);
  return (
    <SelectionBar
      count={selectedIds.length}
      onUnselect={() => onUnselectItems()}
      all={all}
      note={acts.length > 0 && possible.length === 0 ? words.bulk.noneFits : null}
      filled
      acts={possible.map(({ act, fit }) => ({ label: words.bulk.buttons[act](fit), onChoose: () => onBegin(act) }))}
      exports={{ label: words.export, items: exports }}
    />
  );
}
