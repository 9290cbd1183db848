import { createContext, useContext } from 'react';
import type { TuiChoices } from '../config/config.ts';
import type { Look } from './look/look.ts';
import type { Floats } from './terminal/painter.ts';
import type { Texts } from './texts.ts';

/** What all components share: texts, size, colour. */
export type Ui = {
  readonly texts: Texts;
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  readonly look: Look;
  /** Choices in the configuration. */
  readonly choices: Readonly<TuiChoices>;
  /** Resolves when the choice is written, or cannot be. */
  choose(change: TuiChoices): Promise<void>;
  /** Whether the permissions are loaded. */
  readonly ready: boolean;
  /** Places the terminal's cursor; null hides it. */
  setCursor(cell: { x: number; y: number } | null): void;
  /** Shows boxes over the page, until the returned function is called. */
  addFloats(floats: Floats): () => void;
  /** Puts a text onto the clipboard of the user's machine. */
  copy(text: string): void;
  /** Lets the user write a text in their own editor. */
  edit(name: string, text: string): Promise<string>;
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
