import { sanitized } from './streams.ts';
import { displayWidth, fitting } from './width.ts';

/** What is not broken: a word or a wide character, with the marks that belong to it and the blanks after it. */
const PIECES = /[（《「『“‘]*(?:[\u0021-\u02ff]+|.)[，。；：、！？）》」』”’…％]*\s*/gsu;

/** Wraps a text to `columns`, at spaces if possible. */
export function wrap(text: string, columns: number): string[] {
  return text.split(/\r?\n/).flatMap((paragraph) => wrapLine(sanitized(paragraph), columns));
}

/** The first of these lines; `…` ends the last where more follow. */
export function cutLines(lines: readonly string[], most: number, columns: number): string[] {
  if (lines.length <= most) return [...lines];
  const last = lines[most - 1] ?? '';
  return [...lines.slice(0, most - 1), `${fitting(last, columns - 1)}…`];
}

/** The parts of a text that are not broken, without the blanks after them. */
export const piecesOf = (text: string): string[] => (text.match(PIECES) ?? []).map((piece) => piece.trimEnd());

/** No line begins with a closing mark or ends with an opening one, and none after the first begins with a blank. */
export function wrapLine(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.match(PIECES) ?? []) {
    for (const piece of displayWidth(word.trimEnd()) > columns ? [...word] : [word]) {
      const width = displayWidth(piece.trimEnd());
      if (used + width > columns && line !== '') {
        lines.push(line.trimEnd());
        [line, used] = ['', 0];
      }
      if (line === '' && lines.length > 0 && piece.trim() === '') continue;
      line += piece;
      used += displayWidth(piece);
    }
  }
  return [...lines, line.trimEnd()];
}
