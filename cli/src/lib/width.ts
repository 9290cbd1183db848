const NARROW = /^[ -~]*$/;
const NOTHING = /\p{Mn}|\p{Me}|[\u200b-\u200f\u2060]/u;
const WIDE =
  /[\u1100-\u115f\u2e80-\u3029\u3030-\u303e\u3041-\u3098\u309b-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1f3fa}\u{1f400}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * The columns of a text on a terminal. Agrees with string-width for names and units; its emoji tables would cost a
 * third of the start-up.
 */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += NOTHING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}

/** Pads or cuts a text to this width. */
export function pad(text: string, width: number, right: boolean): string {
  const cut = truncate(text, width);
  const space = ' '.repeat(Math.max(0, width - displayWidth(cut)));
  return right ? space + cut : cut + space;
}

/** Cuts a text to this width, with an ellipsis. */
export function truncate(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${fitting(text, width - 1)}…`;
}

/** The longest prefix that fits this width. */
export function fitting(text: string, width: number): string {
  let start = '';
  let used = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width) break;
    start += character;
  }
  return start;
}

/** Cuts a text to this width in its middle: of a file's name, the ending stays. */
export function truncateMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const ending = /\.[^.]{1,5}$/.exec(text)?.[0] ?? '';
  const tail = displayWidth(ending) + 2 < width ? ending : '';
  return `${fitting(text, width - 1 - displayWidth(tail))}…${tail}`;
}
