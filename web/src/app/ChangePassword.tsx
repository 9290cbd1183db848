import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError } from '@shp/shared/api/errors';
import { changePasswordProblems, hashPassword } from '@shp/shared/domain/accounts/passwords';
import { type FormEvent, useState } from 'react';
import { client } from '../core/client.ts';
import { useText } from '../core/i18n/texts.ts';
import { setUser, useUser } from '../core/session.ts';
import { useToast } from '../core/useToast.ts';
import { PasswordField } from '../ui/PasswordField.tsx';

const EMPTY = { oldPassword: '', newPassword: '', confirmation: '' };
type Key = keyof typeof EMPTY;
const KEYS = Object.keys(EMPTY) as Key[];
const UNTOUCHED: readonly Key[] = [];
type Refused = { values: typeof EMPTY; reasons: Readonly<Record<string, string>> };
const NOTHING_REFUSED: Refused = { values: EMPTY, reasons: {} };

type Props = {
  onClose: () => void;
  /** Set while an initial password must be changed: Cancel calls this. */
  onRefuse?: () => void;
};

/** The change-password dialog (docs/spec/screens.md#routes-and-guard): it stays until it is submitted or cancelled. */
export default function ChangePassword({ onClose, onRefuse }: Props) {
  const { common, web } = useText();
  const user = useUser();
  const toast = useToast();
  const [values, setValues] = useState(EMPTY);
  const [touched, setTouched] = useState(UNTOUCHED);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(NOTHING_REFUSED);
  const problems = changePasswordProblems(values, common.password);
  /** The problem that the rules find, otherwise the server's reason if the value is still the refused one. */
  const problemOf = (key: Key) =>
    problems[key] ?? (refused.values[key] === values[key] ? refused.reasons[key] : undefined);
  const labels: Record<Key, string> = {
    oldPassword: web.password.old,
    newPassword: web.password.new,
    confirmation: web.password.confirm,
  };

  function cancel() {
    setValues(EMPTY);
    setTouched(UNTOUCHED);
    (onRefuse ?? onClose)();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTouched(KEYS);
    const { elements } = event.currentTarget;
    const focus = (key: Key | undefined) => {
      const field = elements.namedItem(key ?? '');
      if (field instanceof HTMLElement) field.focus();
    };
    const faulty = KEYS.find(problemOf);
    if (faulty) focus(faulty);
    if (busy || faulty) return;
    setBusy(true);
    try {
      await client.call('POST user/change_password', {
        oldPassword: hashPassword(values.oldPassword),
        newPassword: hashPassword(values.newPassword),
      });
      toast.done(web.password.succeeded);
      setUser({ ...user, mustChangePassword: false });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) {
        const { fields } = error;
        setRefused({ values, reasons: fields });
        focus(KEYS.find((key) => fields[key] !== undefined));
      }
      if (error instanceof ApiError && error.status < 500) toast.failed(error);
    }
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="change-password">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="change-password">{web.password.title}</DialogTitle>
        <DialogContent>
          {onRefuse && <Typography sx={{ mb: 2 }}>{common.errors.password_change_required}</Typography>}
          <Stack spacing={2} sx={{ pt: 1 }}>
            {KEYS.map((key) => (
              <PasswordField
                key={key}
                name={key}
                label={labels[key]}
                value={values[key]}
                onChange={(value) => setValues((before) => ({ ...before, [key]: value }))}
                onBlur={() => setTouched((before) => [...before, key])}
                {...(key === 'newPassword' ? { hint: common.password.length } : {})}
                problem={touched.includes(key) ? problemOf(key) : undefined}
                autoComplete={key === 'oldPassword' ? 'current-password' : 'new-password'}
              />
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={cancel}>{web.cancel}</Button>
          <Button type="submit" variant="contained" aria-disabled={busy}>
            {web.password.submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
