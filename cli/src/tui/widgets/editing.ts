import type { Press } from '../terminal/input.ts';

/** A line that is being typed; `at` is the cursor's place in characters. */
export type Line = { readonly text: string; readonly at: number };

export const EMPTY: Line = { text: '', at: 0 };

export function lineOf(text: string): Line {
  return { text, at: [...text].length };
}

/** The line after a key; null where the key is none of the line's business. */
export function edit({ text, at }: Line, press: Press): Line | null {
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

/** Pasted text as a line takes it: ends of lines are spaces, and none at the end; nothing that moves a cursor. */
function pasted(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return [...text.replace(/[\r\n]+$/, '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')];
}
