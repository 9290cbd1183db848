import { createElement, useMemo } from 'react';
import { useNotify } from 'react-admin';
import { useText } from './i18n/texts.ts';
import { messageOf } from './messages.ts';
import { UndoButton } from './UndoButton.tsx';

const SHOWN_MS = 3000;
/** The time that a message with "Undo" stays. */
const UNDO_MS = 10_000;
const TOP = { vertical: 'top', horizontal: 'center' } as const;

/**
 * Messages as in docs/spec/screens.md#error-messages: success at the top, failure at the bottom, three seconds each. With
 * `undo`, which takes back what was done, a success offers "Undo" for ten seconds.
 */
export function useToast() {
  const notify = useNotify();
  const { login, web } = useText();
  return useMemo(() => {
    const failed = (error: unknown) =>
      notify(typeof error === 'string' ? error : messageOf(error, login), {
        type: 'error',
        autoHideDuration: SHOWN_MS,
      });
    const done = (message: string, undo?: () => Promise<unknown>) => {
      const onUndo = () => void undo?.().then(() => done(web.undone), failed);
      notify(message, {
        type: 'success',
        autoHideDuration: undo ? UNDO_MS : SHOWN_MS,
        anchorOrigin: TOP,
        ...(undo && { action: createElement(UndoButton, { text: web.undo, onUndo }) }),
      });
    };
    return { done, failed };
  }, [notify, login, web]);
}
