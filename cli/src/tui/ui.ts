import { createContext, useContext } from 'react';
import type { Texts } from './texts.ts';

/** What every component may look at: the words, the room, and whether colour may be added. */
export type Ui = {
  readonly texts: Texts;
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  /** Whether it is known who may make which call. */
  readonly ready: boolean;
  /** Where the terminal's own cursor goes; null hides it. */
  setCursor(cell: { x: number; y: number } | null): void;
  /** The columns that somebody chose for a list, from one time to the next. */
  shownColumns(name: string): readonly string[] | undefined;
  keepColumns(name: string, keys: readonly string[]): void;
};

export const UiContext = createContext<Ui | null>(null);

export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (ui === null) throw new Error('outside of the terminal UI');
  return ui;
}

export function useTexts(): Texts {
  return useUi().texts;
}
