import { useLayoutEffect, useState } from 'react';
import { useKeyboard } from './useKeys.ts';

/**
 * Does what a key asks for, at once or when what it needs is here. What is typed meanwhile waits for it too, and Esc
 * takes it back.
 */
export function useAwaited<T>(isComing: () => boolean, run: (asked: T) => void): (asked: T) => void {
  const { keyboard } = useKeyboard();
  const [awaited, setAwaited] = useState<{ asked: T } | null>(null);
  useLayoutEffect(() => (awaited ? keyboard.hold(() => setAwaited(null)) : undefined), [awaited, keyboard]);
  useLayoutEffect(() => {
    if (awaited === null || isComing()) return;
    setAwaited(null);
    run(awaited.asked);
  });
  return (asked) => (isComing() ? setAwaited({ asked }) : run(asked));
}
