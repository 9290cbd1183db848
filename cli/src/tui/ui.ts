import { createContext, useContext } from 'react';
import type { Texts } from './texts.ts';

/** What all components share: texts, size, colour. */
export type Ui = {
  readonly texts: Texts;
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  /** Whether the permissions are loaded. */
  readonly ready: boolean;
  /** Places the terminal's cursor; null hides it. */
  setCursor(cell: { x: number; y: number } | null): void;
  /** The saved columns of a list. */
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
