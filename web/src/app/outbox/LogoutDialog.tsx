import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useSyncExternalStore } from 'react';
import { logOut } from '../../core/client.ts';
import { useOutboxText } from '../../core/i18n/outboxTexts.ts';
import { uploadsOf } from '../../files/upload/useUploads.ts';
import { useSnapshot } from '../../outbox/useOutbox.ts';

/** Asks before logging out while edits or uploads are unsent; the count falls as they are sent. */
export function LogoutDialog({ account, onStay }: { account: string; onStay: () => void }) {
  const { entries } = useSnapshot(account);
  const uploads = uploadsOf(account);
  const files = useSyncExternalStore(uploads.subscribe, uploads.list).length;
  const words = useOutboxText().leave;
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onStay} aria-labelledby="leave">
      <DialogTitle id="leave">{words.title}</DialogTitle>
      <DialogContent role="status">
        {entries.length > 0 && <Typography>{words.edits(entries.length)}</Typography>}
        {files > 0 && <Typography>{words.uploads(files)}</Typography>}
        {entries.length + files === 0 && <Typography>{words.sent}</Typography>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onStay}>{words.stay}</Button>
        <Button variant="contained" onClick={() => void logOut()}>
          {words.go}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
