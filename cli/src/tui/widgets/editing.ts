import type { Press } from '../terminal/input.ts';

/** The text of an input; `at` is the cursor's index in characters. Typing replaces a selected text. */
export type Line = { readonly text: string; readonly at: number; readonly selected?: true };

export const EMPTY_LINE: Line = { text: '', at: 0 };

export function lineOf(text: string): Line {
  return { text, at: [...text].length };
}

/** The text after a key; null if the key does not edit. */
export function edit({ text, at, selected }: Line, press: Press): Line | null {
  const replaces = press.kind === 'paste' || press.text !== '' || press.name === 'backspace' || press.name === 'delete';
  if (selected && replaces) return edit(EMPTY_LINE, press);
  const characters = [...text];
  const before = characters.slice(0, at);
  const after = characters.slice(at);
  const line = (left: readonly string[], right: readonly string[]): Line => ({
    text: [...left, ...right].join(''),
    at: left.length,
  });
  if (press.kind === 'paste') return line([...before, ...pasted(press.text)], after);
  if (press.text !== '') return line([...before, press.text], after);
  switch (press.name) {
    case 'backspace':
      return line(before.slice(0, -1), after);
    case 'delete':
      return line(before, after.slice(1));
    case 'left':
      return { text, at: Math.max(0, at - 1) };
    case 'right':
      return { text, at: Math.min(characters.length, at + 1) };
    case 'home':
    case 'ctrl-a':
      return { text, at: 0 };
    case 'end':
    case 'ctrl-e':
      return { text, at: characters.length };
    case 'ctrl-u':
      return line([], after);
    case 'ctrl-k':
      return line(before, []);
    case 'ctrl-w':
      return line([...before.join('').replace(/\S*\s*$/, '')], after);
    default:
      return null;
  }
}

/** Cleans pasted text for one line: line ends become spaces, control characters go. */
function pasted(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
  return [...text.replace(/[\r\n]+$/, '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')];
}
