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
  /** Whether it is hard to undo, as most of what is asked about is. */
  grave?: boolean;
  onYes: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something is done that is not easily undone. */
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
