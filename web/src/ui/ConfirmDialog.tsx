import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../core/i18n/texts.ts';

type Props = {
  question: string;
  note?: ReactNode;
  yes: string;
  /** Whether the action is hard to undo (default). */
  grave?: boolean;
  onYes: () => Promise<void>;
  onClose: () => void;
};

/** Confirms an action that is hard to undo. */
export function ConfirmDialog({ question, note, yes, grave = true, onYes, onClose }: Props) {
  const { web } = useText();
  const titleId = useId();
  const [busy, setBusy] = useState(false);

  async function go() {
    setBusy(true);
    await onYes();
    onClose();
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{question}</DialogTitle>
      {note !== undefined && <DialogContent>{note}</DialogContent>}
      <DialogActions>
        <Button onClick={onClose}>{web.cancel}</Button>
        <Button variant="contained" color={grave ? 'error' : 'primary'} loading={busy} onClick={() => void go()}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
