import { displayWidth } from '../../lib/width.ts';

/** The columns of a text from `from` until `until`, padded; of a wide character that is cut, blanks are left. */
export function columnsOf(text: string, from: number, until: number): string {
  let [cut, at] = ['', 0];
  for (const character of text) {
    const end = at + displayWidth(character);
    if (at >= from && end <= until) cut += character;
    else if (end > from && at < until) cut += ' '.repeat(Math.min(end, until) - Math.max(at, from));
    at = end;
  }
  return cut + ' '.repeat(Math.max(0, until - Math.max(at, from)));
}
