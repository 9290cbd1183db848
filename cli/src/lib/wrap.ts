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

/** The room for a text that is indented under its beginning, at least. */
const HANGING_LEAST = 20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences that style the start of a line
const STYLED_START = /^\u001b\[\d+m(.*?)\u001b\[0m/;
/** Blanks, or a heading or flag before its text. */
const START = /^ *\S.*? {2,}(?=\S)|^ */;

/** Breaks lines wider than the terminal between words, indented as they begin. A wider word stays whole for copying. */
export function foldLines(text: string, columns: number): string {
  if (!(columns > 0)) return text;
  return text
    .split('\n')
    .map((line) => foldLine(line, columns))
    .join('\n');
}

function foldLine(line: string, columns: number): string {
  const [styled = '', title = ''] = STYLED_START.exec(line) ?? [];
  const plain = title + line.slice(styled.length);
  if (displayWidth(plain) <= columns) return line;
  const long = START.exec(plain)?.[0] ?? '';
  const start = columns - displayWidth(long) < HANGING_LEAST ? (/^ */.exec(plain)?.[0] ?? '') : long;
  const indent = displayWidth(start);
  const folded = start + wrapLine(plain.slice(start.length), columns - indent, false).join(`\n${' '.repeat(indent)}`);
  return folded.startsWith(title) ? styled + folded.slice(title.length) : folded;
}

/** No line begins with a closing mark or ends with an opening one, and none after the first begins with a blank. */
export function wrapLine(text: string, columns: number, breaksWords = true): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.match(PIECES) ?? []) {
    for (const piece of breaksWords && displayWidth(word.trimEnd()) > columns ? [...word] : [word]) {
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
