import { displayWidth } from '../../lib/width.ts';
import { unstyled } from '../look/look.ts';
import type { PreRenderedLines } from './preRenderedLines.ts';

export type Cell = { readonly x: number; readonly y: number };

const SYNC = ['\u001b[?2026h', '\u001b[?2026l'] as const;
const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';
const at = (x: number, y: number) => `\u001b[${y + 1};${x + 1}H`;

/** What the painter needs of an output stream. */
export type Canvas = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/**
 * Paints full-screen frames. Writes only changed lines in one call, so nothing flickers; a slow terminal gets only the
 * newest frame.
 */
export class Painter {
  private frame: readonly string[] = [];
  private shown: readonly (string | undefined)[] = [];
  private cursor: Cell | null = null;
  private shownCursor: Cell | null = null;
  private due = false;
  private waiting = false;
  private paused = true;

  constructor(
    private readonly canvas: Canvas,
    private readonly verbatim: PreRenderedLines,
  ) {}

  /** Paints a frame, one line per row. */
  paint(frame: string): void {
    this.frame = this.verbatim.expand(frame).split('\n');
    this.schedule();
  }

  /** Places the terminal's cursor, which input methods follow; null hides it. */
  setCursor(cursor: Cell | null): void {
    this.cursor = cursor;
    this.schedule();
  }

  /** Starts, or continues after {@link pause}, with unknown screen content. */
  resume(): void {
    this.paused = false;
    this.waiting = false;
    this.forget();
    this.schedule();
  }

  pause(): void {
    this.paused = true;
  }

  /** Repaints everything in the next frame. */
  forget(): void {
    this.shown = [];
    this.shownCursor = null;
  }

  private schedule(): void {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.paused || this.waiting) return;
    const { columns, rows } = this.canvas;
    const fresh = this.shown.length === 0;
    const lines = Array.from({ length: rows }, (_, y) => this.frame[y] ?? '');
    let text = '';
    for (const [y, line] of lines.entries()) {
      if (line === this.shown[y] || (fresh && line === '')) continue;
      // Erasing after a full row would delete its last character.
      text += at(0, y) + line + (!fresh && !fills(line, columns) ? '\u001b[K' : '');
    }
    if (text === '' && !fresh && sameCell(this.cursor, this.shownCursor)) return;
    const hidden = this.shownCursor === null || text === '' ? '' : HIDE;
    const cursor =
      this.cursor === null ? (this.shownCursor === null ? '' : HIDE) : at(this.cursor.x, this.cursor.y) + SHOW;
    this.shown = lines;
    this.shownCursor = this.cursor;
    const whole = SYNC[0] + hidden + (fresh ? '\u001b[0m\u001b[2J' : '') + text + cursor + SYNC[1];
    if (this.canvas.write(whole)) return;
    this.waiting = true;
    this.canvas.once('drain', () => {
      this.waiting = false;
      this.flush();
    });
  }
}

/** Whether a line fills the row. */
function fills(line: string, columns: number): boolean {
  if (line.length * 2 < columns) return false;
  return displayWidth(unstyled(line)) >= columns;
}

function sameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);
}
