import { useLayoutEffect, useReducer, useRef } from 'react';
import { useKeyboard } from './useKeys.ts';

/** Tells the keyboard when the effect of a key is rendered. Mounted once; renders nothing. */
export function KeyTurns(): null {
  const { keyboard } = useKeyboard();
  const waiting = useRef<() => void>(undefined);
  const [turn, next] = useReducer((turns: number) => turns + 1, 0);
  useLayoutEffect(() => {
    keyboard.drawn = (then) => {
      waiting.current = then;
      // Scheduled after the key's own state changes, so it renders with them or later.
      next();
    };
    return () => {
      keyboard.drawn = undefined;
    };
  }, [keyboard]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each render of a turn
  useLayoutEffect(() => {
    const then = waiting.current;
    waiting.current = undefined;
    then?.();
  }, [turn]);
  return null;
}
