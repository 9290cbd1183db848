import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { changeLock } from './changeLock.ts';
import { isLocked, MAX_WRONG_PINS, PIN_MIN, unlock } from './lock.ts';
import { type DeviceAccount, openOfflineCopies } from './store.ts';

type Props = { holder: DeviceAccount; onChange: () => Promise<void> };

/** Sets or removes the PIN of the offline copies. */
export function Pin({ holder, onChange }: Props) {
  const { pin: words } = useOfflineText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { account, lock } = holder;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (lock === null && pin.length < PIN_MIN) return setProblem(words.least(PIN_MIN));
    setBusy(true);
    const problem = lock === null ? await changeLock(account, pin).then(() => undefined) : await remove();
    setBusy(false);
    setProblem(problem);
    setPin('');
    await onChange();
  }

  async function remove(): Promise<string | undefined> {
    if (isLocked(holder) || pin !== '') {
      const tried = await unlock(account, pin);
      if (tried === 'deleted') return words.deleted;
      if (tried === 'wrong') {
        const wrong = (await (await openOfflineCopies()).get('holders', account))?.lock?.wrong ?? 0;
        return words.wrong(MAX_WRONG_PINS - wrong);
      }
    }
    await changeLock(account, null);
    return undefined;
  }

  return (
    <form onSubmit={submit} noValidate>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {lock === null ? words.none : words.set}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'start', flexWrap: 'wrap' }}>
        <PasswordField
          label={words.label}
          value={pin}
          onChange={(value) => {
            setPin(value);
            setProblem(undefined);
          }}
          problem={problem}
          autoComplete="new-password"
        />
        <Button type="submit" variant="outlined" loading={busy}>
          {lock === null ? words.add : words.remove}
        </Button>
      </Box>
    </form>
  );
}
