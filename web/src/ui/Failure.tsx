import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { isNoAnswer } from '../core/client.ts';
import { usePinAsked } from '../core/device.ts';
import { useText } from '../core/i18n/texts.ts';
import { messageOf } from '../core/messages.ts';

/** Reports a failed load with its reason, and offers a retry; nothing where the PIN is asked that opens the offline copy. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { login } = useText();
  const isPinAsked = usePinAsked();
  if (isPinAsked && isNoAnswer(error)) return null;
  return (
    <Alert
      severity="error"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" onClick={onRetry}>
          {login.retry}
        </Button>
      }
    >
      {messageOf(error, login)}
    </Alert>
  );
}
