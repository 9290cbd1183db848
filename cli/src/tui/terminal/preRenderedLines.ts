/** Characters of a plane that nothing else uses; Ink measures each as one column. */
const FIRST = 0xf0000;
const LAST = 0xffffd;
const TOKENS = /[\u{f0000}-\u{ffffd}]/gu;

/** Two characters that take turns: a line that changes must look changed to whoever compares frames. */
export type Slot = { readonly tokens: readonly [string, string]; turn: 0 | 1; text: string | null };

/**
 * Lines that are laid out already. Ink takes apart every character of every frame, which is most of what a frame of a
 * long list costs; so it sees one character in the place of such a line, and the painter puts the line back.
 */
export class PreRenderedLines {
  private readonly texts = new Map<string, string>();
  private readonly free: Slot[] = [];
  private next = FIRST;

  /** A place for one line; where there is none left, null: the line is Ink's then. */
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

  /** What Ink is to see in the line's place. */
  put(slot: Slot, text: string): string {
    if (text !== slot.text) {
      slot.turn = slot.turn === 0 ? 1 : 0;
      slot.text = text;
      this.texts.set(slot.tokens[slot.turn], text);
    }
    return slot.tokens[slot.turn];
  }

  /** The frame with every line put back. */
  expand(frame: string): string {
    return frame.replace(TOKENS, (token) => this.texts.get(token) ?? token);
  }
}
