import { useLayoutEffect, useReducer, useRef } from 'react';
import { useKeyboard } from './useKeys.ts';

/** Tells the keyboard when what a key did is drawn. It has its place once in what is drawn, and shows nothing. */
export function KeyTurns(): null {
  const { keyboard } = useKeyboard();
  const waiting = useRef<() => void>(undefined);
  const [turn, next] = useReducer((turns: number) => turns + 1, 0);
  useLayoutEffect(() => {
    keyboard.drawn = (then) => {
      waiting.current = then;
      // Asked for after what the key has changed: drawn together with it, or later.
      next();
    };
    return () => {
      keyboard.drawn = undefined;
    };
  }, [keyboard]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is drawn
  useLayoutEffect(() => {
    const then = waiting.current;
    waiting.current = undefined;
    then?.();
  }, [turn]);
  return null;
}
