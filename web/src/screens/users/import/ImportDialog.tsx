import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import type { UserImport } from '@shp/shared/sheets/read/user';
import { useState } from 'react';
import { useRenewList } from '../../../ui/list/useRenewList.ts';
import { useDialog } from '../../../ui/useDialog.ts';
import { useDialogsText } from '../dialogsText.ts';
import { Choose } from './Choose.tsx';
import { Preview } from './Preview.tsx';
import { Sending } from './Sending.tsx';

type Step =
  | { at: 'choose' }
  | { at: 'preview'; rows: readonly UserImport[] }
  | { at: 'send'; rows: readonly UserImport[] };

/** Dialog that imports users: choose a file, validate its rows, send the valid ones. */
export default function ImportDialog({ kind }: { kind: UserKind }) {
  const { import: words } = useDialogsText();
  const { close } = useDialog();
  const renewList = useRenewList();
  const [step, setStep] = useState<Step>({ at: 'choose' });

  function finish() {
    close();
    renewList();
  }

  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby="import">
      <DialogTitle id="import">{words.title[kind]}</DialogTitle>
      {step.at === 'choose' && (
        <Choose kind={kind} onRead={(rows) => setStep({ at: 'preview', rows })} onCancel={close} />
      )}
      {step.at === 'preview' && (
        <Preview
          kind={kind}
          rows={step.rows}
          onStart={() => setStep({ at: 'send', rows: step.rows })}
          onBack={() => setStep({ at: 'choose' })}
          onCancel={close}
        />
      )}
      {step.at === 'send' && <Sending kind={kind} rows={step.rows} onClose={finish} />}
    </Dialog>
  );
}
