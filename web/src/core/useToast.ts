import { useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useText } from './i18n/texts.ts';
import { messageOf } from './messages.ts';

const SHOWN_MS = 3000;

/**
 * Messages as in docs/spec/screens.md#error-messages: success at the top, failure at the bottom, three seconds each.
 */
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
