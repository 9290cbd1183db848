import { useEffect } from 'react';
import { isTyping, keyOf } from '../core/keys.ts';

/** Opens the command box or the sheet of keys by key, unless a dialog or menu is open; "?" and "/" also go into fields. */
export function useGlobalKeys(open: ((what: 'find' | 'keys') => void) | null): void {
  useEffect(() => {
    if (!open) return;
    function press(event: KeyboardEvent) {
      const name = keyOf('everywhere', event);
      if ((name !== 'find' && name !== 'keys') || document.querySelector('.MuiModal-root')) return;
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && isTyping(event)) return;
      event.preventDefault();
      open?.(name);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [open]);
}
