import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useText } from '../core/i18n/texts.ts';
import { messageOf } from '../core/messages.ts';

/** Reports a failed load with its reason, and offers a retry. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { login } = useText();
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
