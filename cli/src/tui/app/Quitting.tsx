import { useEffect, useRef } from 'react';
import { useKeys } from '../keys/useKeys.ts';

/** How long `q` on the first screen can be taken back. */
const QUIT_MS = 2_000;

/** Quits after a moment, or at once with `q` or Enter; any other key stays. */
export function Quitting({ onQuit, onStay }: { onQuit(): void; onStay(): void }): null {
  const quit = useRef(onQuit);
  quit.current = onQuit;
  useEffect(() => {
    const timer = setTimeout(() => quit.current(), QUIT_MS);
    return () => clearTimeout(timer);
  }, []);
  useKeys({
    places: [],
    handlers: {},
    typing: (press) => {
      const name = press.kind === 'key' ? press.name : '';
      // Ctrl-C and its like keep what they mean.
      if (name.startsWith('ctrl-')) return false;
      if (name === 'q' || name === 'enter') onQuit();
      else onStay();
      return true;
    },
  });
  return null;
}
