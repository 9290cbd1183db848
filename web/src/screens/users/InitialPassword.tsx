import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { CopyOnceValue } from '../../ui/CopyOnceValue.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { useDialogsText } from './dialogsText.ts';

type Props = { id: string; account: string; password: string; onClose: () => void };

/** The initial password of a new account, shown once. */
export function InitialPassword({ id, account, password, onClose }: Props) {
  const { common, web } = useText();
  const words = useDialogsText();
  const dialog = useDialog();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="initial-password">
      <DialogTitle id="initial-password">{words.initialTitle}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1 }}>
          {common.fields.account}
          {common.marks.colon}
          {/* Wherever the list's order has put it. */}
          <Link component={RouterLink} to={dialog.to('show', id)} replace>
            {account}
          </Link>
        </Typography>
        <CopyOnceValue value={password} />
        <Typography sx={{ mt: 1 }}>{words.initialOnce}</Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
