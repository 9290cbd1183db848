import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useText } from './i18n/texts.ts';
import { messageOf } from './messages.ts';

const SHOWN_MS = 3000;

/** Messages as docs/spec/screens.md#error-messages places them: what went well at the top, what failed at the bottom, three seconds each. */
export function useToast() {
  const notify = useNotify();
  const { login } = useText();
  return useMemo(
    () => ({
      done: (message: string) =>
        notify(message, {
          type: 'success',
          autoHideDuration: SHOWN_MS,
          anchorOrigin: { vertical: 'top', horizontal: 'center' },
        }),
      failed: (error: unknown) =>
        notify(typeof error === 'string' ? error : messageOf(error, login), {
          type: 'error',
          autoHideDuration: SHOWN_MS,
        }),
    }),
    [notify, login],
  );
}
