import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { useCloseNotification } from 'react-admin';
import { isTyping, keyOf } from './keys.ts';

/** "Undo" in a message, by click or key. The message leaves at once, so that a second click cannot undo twice. */
export function UndoButton({ text, onUndo }: { text: string; onUndo: () => void }) {
  const close = useCloseNotification();
  const undo = () => {
    close();
    onUndo();
  };
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyOf('everywhere', event) !== 'undo' || isTyping(event)) return;
      event.preventDefault();
      latest.current();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <Button color="inherit" size="small" variant="outlined" aria-keyshortcuts="Control+Z" onClick={undo}>
      {text}
    </Button>
  );
}
