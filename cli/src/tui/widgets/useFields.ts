import { useReducer, useRef } from 'react';
import type { Press } from '../terminal/input.ts';
import { EMPTY_LINE, edit, type Line, lineOf } from './editing.ts';

/**
 * The fields of a form and the focused one. Kept outside React state, so that fast typing is not lost between frames.
 */
export type Fields<N extends string> = {
  line(name: N): Line;
  text(name: N): string;
  set(name: N, text: string): void;
  readonly focused: N;
  focus(name: N): void;
  /** Moves to another field, wrapping around. */
  step(by: -1 | 1): void;
  typing(press: Press): boolean;
};

export function useFields<N extends string>(
  names: readonly N[],
  initial: Partial<Record<N, string>> = {},
  first: N = names[0] as N,
  /** The field whose initial text is selected. */
  selected?: N,
): Fields<N> {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const lines = useRef(new Map<N, Line>());
  const focused = useRef<N>(first);
  const line = (name: N): Line => {
    const start = lineOf(initial[name] ?? '');
    return lines.current.get(name) ?? (name === selected && start.text !== '' ? { ...start, selected: true } : start);
  };
  const put = (name: N, value: Line) => {
    lines.current.set(name, value);
    redraw();
  };
  const focus = (name: N) => {
    focused.current = name;
    redraw();
  };
  return {
    line,
    text: (name) => line(name).text,
    set: (name, text) => put(name, text === '' ? EMPTY_LINE : lineOf(text)),
    get focused() {
      return focused.current;
    },
    focus,
    step(by) {
      const place = names.indexOf(focused.current);
      focus(names[(place + by + names.length) % names.length] as N);
    },
    typing(press) {
      const next = edit(line(focused.current), press);
      if (next === null) return false;
      put(focused.current, next);
      return true;
    },
  };
}
