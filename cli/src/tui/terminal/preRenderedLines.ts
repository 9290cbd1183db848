import { displayWidth } from '../../lib/width.ts';
import { STYLE_SEQUENCE, unstyled } from '../look/look.ts';

/** Private-use characters; Ink measures each as one column. */
const FIRST = 0xf0000;
const LAST = 0xffffd;
/** A token, with the styles that end there and the blanks up to the next column. */
const TOKENS = new RegExp(`([\\u{f0000}-\\u{ffffd}])((?:${STYLE_SEQUENCE})*)( *)`, 'gu');

/** Two tokens in turn, so that Ink sees a change when the line changes. */
export type Slot = { readonly tokens: readonly [string, string]; turn: 0 | 1; text: string | null };

/**
 * Bypasses Ink for lines with a final layout: Ink splits every character of each frame, most of the cost of long lists.
 * Ink gets one token per line and the painter puts the text back.
 */
export class PreRenderedLines {
  private readonly texts = new Map<string, { text: string; width: number }>();
  private readonly free: Slot[] = [];
  private next = FIRST;

  /** Reserves a slot for a line; null if none is left, then Ink draws the line. */
  take(): Slot | null {
    const known = this.free.pop();
    if (known) return known;
    if (this.next + 1 > LAST) return null;
    const tokens = [String.fromCodePoint(this.next), String.fromCodePoint(this.next + 1)] as const;
    this.next += 2;
    return { tokens, turn: 0, text: null };
  }

  give(slot: Slot): void {
    for (const token of slot.tokens) this.texts.delete(token);
    slot.text = null;
    this.free.push(slot);
  }

  /** The token that Ink gets for the line. */
  put(slot: Slot, text: string): string {
    if (text !== slot.text) {
      slot.turn = slot.turn === 0 ? 1 : 0;
      slot.text = text;
      this.texts.set(slot.tokens[slot.turn], { text, width: displayWidth(unstyled(text)) });
    }
    return slot.tokens[slot.turn];
  }

  /** Replaces the tokens of a frame by their lines. A line takes the columns that Ink left blank beside its token. */
  expand(frame: string): string {
    return frame.replace(TOKENS, (whole, token: string, styles: string, blanks: string) => {
      const line = this.texts.get(token);
      return line === undefined ? whole : line.text + styles + blanks.slice(Math.max(0, line.width - 1));
    });
  }
}
