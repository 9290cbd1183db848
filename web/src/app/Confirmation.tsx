import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { type FormEvent, useState } from 'react';
import { client } from '../core/client.ts';
import { answerConfirmation } from '../core/confirmation.ts';
import { useText } from '../core/i18n/texts.ts';
import { messageOf } from '../core/messages.ts';
import { PasswordField } from '../ui/PasswordField.tsx';

/** Asks for the password and confirms the session; the call that needed the confirmation then continues. */
export default function Confirmation({ onClose }: { onClose: () => void }) {
  const { common, login, web } = useText();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree this form is inside another form, which must not be submitted too.
    event.stopPropagation();
    if (busy) return;
    if (password === '') return setProblem(common.password.required);
    setBusy(true);
    try {
      await client.call('POST session/confirm', { password: hashPassword(password) });
      answerConfirmation(true);
    } catch (error) {
      setBusy(false);
      const isWrong = error instanceof ApiError && error.code === 'bad_credentials';
      setProblem(isWrong ? web.confirm.wrong : messageOf(error, login));
    }
  }

  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="confirmation">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="confirmation">{web.confirm.title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{web.confirm.note}</Typography>
          <Stack sx={{ pt: 1 }}>
            <PasswordField
              label={web.confirm.password}
              value={password}
              onChange={(value) => {
                setPassword(value);
                setProblem(undefined);
              }}
              problem={problem}
              autoComplete="current-password"
              autoFocus
            />
          </Stack>
          <Typography variant="caption" component="p" sx={{ mt: 1.5, color: 'text.secondary' }}>
            {login.forgotten}
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{web.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {web.confirm.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
